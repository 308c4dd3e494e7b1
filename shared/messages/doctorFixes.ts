/** Code and configuration to copy that repairs what the connection doctor has found. */
import type { CauseEvidence, DoctorCause, KnownCause } from "../doctor/cause.ts";

export interface DoctorFix {
  /** The framework or the server. */
  readonly name: string;
  readonly code: string;
}

const requestHeaders =
  "Content-Type, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID";
const exposed = "Mcp-Session-Id, WWW-Authenticate";
const methods = "GET, POST, DELETE, OPTIONS";

/** A string literal of JavaScript, Python, Go, Java and C#, whatever the text holds. */
const literal = (text: string) =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * A text in quotes of nginx and Caddy, which expand variables in them: `$` has no escape in nginx.
 * What no origin or header name holds is percent-encoded.
 */
const inConfiguration = (text: string) =>
  `"${text.toWellFormed().replace(/[^ !#%&'()*+,./0-9:;=?@A-Z[\]^_a-z|~-]/gu, encodeURIComponent)}"`;

const listed = (text: string) => text.split(", ").map(literal).join(", ");

/** Allows a page to use the server: origin, preflight, request headers and exposed headers. */
function cors({
  origin,
  names = "",
}: {
  readonly origin: string;
  readonly names?: string | undefined;
}): readonly DoctorFix[] {
  const asked = names
    .split(", ")
    .filter((name) => name && !requestHeaders.toLowerCase().split(", ").includes(name));
  const headers = [requestHeaders, ...asked].join(", ");
  return [
    {
      name: "Express",
      code: `import cors from "cors";

// before authorization and routes
app.use(cors({
  origin: ${literal(origin)},
  allowedHeaders: [${listed(headers)}],
  exposedHeaders: [${listed(exposed)}],
}));`,
    },
    {
      name: "Hono",
      code: `import { cors } from "hono/cors";

app.use("*", cors({
  origin: ${literal(origin)},
  allowMethods: [${listed(methods)}],
  allowHeaders: [${listed(headers)}],
  exposeHeaders: [${listed(exposed)}],
}));`,
    },
    {
      name: "FastAPI, Starlette",
      code: `from starlette.middleware.cors import CORSMiddleware

app = CORSMiddleware(  # outermost, so that errors have the headers too
    app,
    allow_origins=[${literal(origin)}],
    allow_methods=[${listed(methods)}],
    allow_headers=[${listed(headers)}],
    expose_headers=[${listed(exposed)}],
)`,
    },
    {
      name: "FastMCP",
      code: `from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

app = mcp.http_app(middleware=[Middleware(
    CORSMiddleware,
    allow_origins=[${literal(origin)}],
    allow_methods=[${listed(methods)}],
    allow_headers=[${listed(headers)}],
    expose_headers=[${listed(exposed)}],
)])`,
    },
    {
      name: "Go net/http",
      code: `func withCORS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", ${literal(origin)})
		h.Set("Access-Control-Allow-Methods", ${literal(methods)})
		h.Set("Access-Control-Allow-Headers", ${literal(headers)})
		h.Set("Access-Control-Expose-Headers", ${literal(exposed)})
		h.Add("Vary", "Origin")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}`,
    },
    {
      name: "Spring",
      code: `@Bean
CorsConfigurationSource corsConfigurationSource() { // and http.cors(withDefaults())
  var cors = new CorsConfiguration();
  cors.setAllowedOrigins(List.of(${literal(origin)}));
  cors.setAllowedMethods(List.of(${listed(methods)}));
  cors.setAllowedHeaders(List.of(${listed(headers)}));
  cors.setExposedHeaders(List.of(${listed(exposed)}));
  var source = new UrlBasedCorsConfigurationSource();
  source.registerCorsConfiguration("/**", cors);
  return source;
}`,
    },
    {
      name: "ASP.NET",
      code: `builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy
    .WithOrigins(${literal(origin)})
    .WithMethods(${listed(methods)})
    .WithHeaders(${listed(headers)})
    .WithExposedHeaders(${listed(exposed)})));

app.UseCors(); // before UseAuthentication`,
    },
    {
      name: "nginx",
      code: `location /mcp {
  add_header Access-Control-Allow-Origin ${inConfiguration(origin)} always;
  add_header Access-Control-Allow-Methods ${inConfiguration(methods)} always;
  add_header Access-Control-Allow-Headers ${inConfiguration(headers)} always;
  add_header Access-Control-Expose-Headers ${inConfiguration(exposed)} always;
  if ($request_method = OPTIONS) { return 204; }
  proxy_pass http://127.0.0.1:3000;
}`,
    },
    {
      name: "Caddy",
      code: `handle /mcp* {
  header {
    Access-Control-Allow-Origin ${inConfiguration(origin)}
    Access-Control-Allow-Methods ${inConfiguration(methods)}
    Access-Control-Allow-Headers ${inConfiguration(headers)}
    Access-Control-Expose-Headers ${inConfiguration(exposed)}
  }
  @preflight method OPTIONS
  respond @preflight 204
  reverse_proxy 127.0.0.1:3000
}`,
    },
  ];
}

/** Lets a stream pass a proxy at once, and stay open. */
const streaming: readonly DoctorFix[] = [
  {
    name: "nginx",
    code: `location /mcp {
  proxy_pass http://127.0.0.1:3000;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_buffering off;
  proxy_cache off;
  gzip off;
  proxy_read_timeout 1h;
}`,
  },
  {
    name: "Caddy",
    code: `reverse_proxy /mcp* 127.0.0.1:3000 {
  flush_interval -1
}`,
  },
  {
    name: "Express",
    code: `res.setHeader("X-Accel-Buffering", "no"); // before the stream begins
res.flushHeaders();`,
  },
  {
    name: "Hono",
    code: `c.header("X-Accel-Buffering", "no"); // before the stream begins`,
  },
  {
    name: "FastAPI, Starlette",
    code: `StreamingResponse(events(), media_type="text/event-stream",
                  headers={"X-Accel-Buffering": "no"})`,
  },
  {
    name: "Go net/http",
    code: `w.Header().Set("X-Accel-Buffering", "no")
w.WriteHeader(http.StatusOK)
http.NewResponseController(w).Flush()`,
  },
  {
    name: "Spring",
    code: `response.setHeader("X-Accel-Buffering", "no");
response.flushBuffer();`,
  },
  {
    name: "ASP.NET",
    code: `context.Response.Headers["X-Accel-Buffering"] = "no";
await context.Response.StartAsync();`,
  },
];

const compression: readonly DoctorFix[] = [
  {
    name: "Express",
    code: `app.use(compression({
  filter: (req, res) => res.getHeader("Content-Type") !== "text/event-stream"
    && compression.filter(req, res),
}));`,
  },
  {
    name: "Hono",
    code: `app.use("/assets/*", compress()); // not for the MCP endpoint`,
  },
  {
    name: "nginx",
    code: `location /mcp {
  gzip off;
  proxy_set_header Accept-Encoding "";
  proxy_pass http://127.0.0.1:3000;
}`,
  },
  {
    name: "Caddy",
    code: `@others not path /mcp*
encode @others gzip zstd`,
  },
  {
    name: "Spring",
    code: `# application.properties, without text/event-stream
server.compression.mime-types=text/html,text/css,application/javascript`,
  },
  {
    name: "ASP.NET",
    code: `app.UseWhen(context => !context.Request.Path.StartsWithSegments("/mcp"),
    branch => branch.UseResponseCompression());`,
  },
];

const challenge: readonly DoctorFix[] = [
  {
    name: "Express",
    code: `import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { mcpAuthMetadataRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";

app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: new URL(publicUrl) }));
app.use("/mcp", requireBearerAuth({ verifier, resourceMetadataUrl }));`,
  },
  {
    name: "FastMCP",
    code: `from fastmcp.server.auth import RemoteAuthProvider

mcp = FastMCP("name", auth=RemoteAuthProvider(
    token_verifier=verifier,
    authorization_servers=["https://auth.example.com"],
    base_url="https://mcp.example.com",
))`,
  },
  {
    name: "Go net/http",
    code: `w.Header().Set("WWW-Authenticate",
	\`Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"\`)
w.WriteHeader(http.StatusUnauthorized)`,
  },
  {
    name: "ASP.NET",
    code: `builder.Services.AddAuthentication(McpAuthenticationDefaults.AuthenticationScheme)
    .AddMcp(options => options.ResourceMetadata = new() {
        Resource = new Uri("https://mcp.example.com/mcp"),
        AuthorizationServers = { new Uri("https://auth.example.com") },
    });`,
  },
  {
    name: "nginx",
    code: `location = /.well-known/oauth-protected-resource/mcp {
  default_type application/json;
  add_header Access-Control-Allow-Origin * always;
  return 200 '{"resource":"https://mcp.example.com/mcp","authorization_servers":["https://auth.example.com"]}';
}`,
  },
];

const standardError: readonly DoctorFix[] = [
  { name: "Node.js", code: `console.error("…"); // never console.log, and no banner` },
  { name: "Python", code: `print("…", file=sys.stderr)\nlogging.basicConfig(stream=sys.stderr)` },
  { name: "Go", code: `log.SetOutput(os.Stderr)` },
  {
    name: "Spring",
    code: `# application.properties\nspring.main.banner-mode=off\nlogging.pattern.console=`,
  },
  {
    name: "ASP.NET",
    code: `builder.Logging.AddConsole(options => options.LogToStandardErrorThreshold = LogLevel.Trace);`,
  },
];

const gateway: readonly DoctorFix[] = [
  { name: "nginx", code: `proxy_pass http://127.0.0.1:3000; # the port that the server prints` },
  { name: "Caddy", code: `reverse_proxy /mcp* 127.0.0.1:3000` },
];

/** An origin or a host that a server must accept. */
function allowed(what: "origin" | "host", value: string): readonly DoctorFix[] {
  const name = what === "host" ? "allowedHosts" : "allowedOrigins";
  const python = what === "host" ? "allowed_hosts" : "allowed_origins";
  return [
    {
      name: "Express",
      code: `new StreamableHTTPServerTransport({
  enableDnsRebindingProtection: true,
  ${name}: [${literal(value)}],
})`,
    },
    {
      name: "FastAPI, Starlette",
      code: `TransportSecuritySettings(${python}=[${literal(value)}])`,
    },
  ];
}

const fixes: {
  readonly [Cause in DoctorCause]?: (evidence: CauseEvidence<Cause>) => readonly DoctorFix[];
} = {
  "cors-origin-missing": cors,
  "cors-origin": cors,
  "cors-preflight-status": cors,
  "cors-method": cors,
  "cors-headers": cors,
  "cors-response": cors,
  "expose-session": cors,
  "expose-authenticate": cors,
  "origin-refused": ({ origin }) => allowed("origin", origin),
  "host-refused": ({ host }) => allowed("host", host),
  "gateway-error": () => gateway,
  "auth-no-challenge": () => challenge,
  "auth-no-metadata": () => challenge,
  "stream-delayed": () => streaming,
  "stream-closed": () => streaming,
  "stream-compressed": () => compression,
  "stdout-noise": () => standardError,
};

/** The words that name the framework of a fix, such as `fastapi` and `starlette`. */
export function frameworkWords({ name }: DoctorFix): readonly string[] {
  return name.split(", ").map((each) => (each.split(" ")[0] ?? "").toLowerCase());
}

/** The words of all frameworks that any cause has a fix for. */
export function allFrameworkWords(): readonly string[] {
  const all = [
    ...cors({ origin: "" }),
    ...allowed("origin", ""),
    ...gateway,
    ...challenge,
    ...streaming,
    ...compression,
    ...standardError,
  ];
  return [...new Set(all.flatMap(frameworkWords))];
}

/** The fixes of a cause for each framework where one makes sense; empty for others. */
export function doctorFixes<Cause extends DoctorCause>({
  code,
  evidence,
}: KnownCause<Cause>): readonly DoctorFix[] {
  return fixes[code]?.(evidence) ?? [];
}
