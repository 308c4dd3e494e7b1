/** What the relay answers over plain HTTP: the page, its health, and sessions for tokens. */
import { relative, sep } from "node:path";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import { wireVersion } from "../shared/relay/wire.ts";
import { type Guard, isRefusal } from "./guard.ts";
import { answerAcrossOrigins, cacheControl, securityHeaders } from "./headers.ts";
import type { Pairing } from "./pairing.ts";
import type { Settled } from "./relayOptions.ts";

export interface HttpOptions {
  readonly guard: Guard;
  readonly pairing: Pairing;
  readonly version: string;
  /** The folder of the built page; undefined where somebody else serves it. */
  readonly pageDir: string | undefined;
  readonly settled: Settled;
}

/** Makes the application. */
export function createHttp({ guard, pairing, version, pageDir, settled }: HttpOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", false);

  app.use(async (request, response, next) => {
    response.set(securityHeaders);
    const { host, origin } = request.headers;
    const judgement = await guard.judge({
      method: request.method,
      host,
      origin,
      upgrade: false,
      pairing: false,
    });
    if (isRefusal(judgement)) {
      response.status(judgement.status).type("text/plain").send(judgement.reason);
    } else if (answerAcrossOrigins(request, response, judgement.crossOrigin)) {
      next();
    }
  });

  app.use("/api", (_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });

  app.get("/api/health", (_request, response) => {
    response.json({
      name: "mcp-playground",
      version,
      wire: wireVersion,
      sessions: settled.sessions,
      ...(settled.publicUrl && { publicUrl: settled.publicUrl.href }),
    });
  });

  app.post("/api/session", express.json({ limit: "4kb" }), (request, response) => {
    const refuse = (status: number, reason: string) =>
      response.status(status).type("text/plain").send(reason);
    const token: unknown = request.body?.token;
    if (typeof token !== "string") {
      refuse(400, 'Send the token of the link as JSON: { "token": "…" }.');
      return;
    }
    const exchange = pairing.exchange(token);
    switch (exchange.kind) {
      case "paired":
        response.json({ session: exchange.session });
        return;
      case "wrong-token":
        refuse(401, "This link is not of the running relay: open the one that it has printed.");
        return;
      case "wait":
        response.set("Retry-After", String(exchange.seconds));
        refuse(429, `Too many wrong tokens: try again in ${exchange.seconds} s.`);
    }
  });

  if (pageDir !== undefined) {
    app.use(compression());
    app.use(
      express.static(pageDir, {
        redirect: false,
        setHeaders(response, file) {
          const path = relative(pageDir, file).split(sep).join("/");
          response.setHeader("Cache-Control", cacheControl(path));
        },
      }),
    );
  }

  app.use((_request, response) => {
    response.status(404).type("text/plain").send("There is nothing at this address.");
  });
  app.use(answerError);
  return app;
}

/** Trouble with a request (a body that is no JSON, a path that cannot be decoded) in plain words. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  const status: unknown = error?.status;
  const theirs = typeof status === "number" && status >= 400 && status < 500;
  response
    .status(theirs ? status : 500)
    .type("text/plain")
    .send(theirs ? "This request cannot be understood." : "The relay failed to answer this.");
};
