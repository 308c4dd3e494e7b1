/** The theme of the documentation: VitePress's own, in the colours of the page. */
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
