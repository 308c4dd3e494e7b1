/** Starts the page. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/theme.css";
import { App } from "./app/App.tsx";
import { createKeptStorage } from "./app/keptStorage.ts";
import { createLayout } from "./app/layout.ts";
import { createTheme } from "./app/theme.ts";

const storage = createKeptStorage(() => localStorage);
const theme = createTheme({ storage, root: document.documentElement });
const layout = createLayout(storage);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
createRoot(root).render(
  <StrictMode>
    <App layout={layout} theme={theme} />
  </StrictMode>,
);
