/**
 * The formats of keys and tokens that well-known services document.
 * @see https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns
 * @see https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml
 */

/** A key begins with one of the prefixes, followed by the body. */
interface KeyFormat {
  /** Separated by spaces; one that begins with another one comes first. */
  readonly prefixes: string;
  /** A regular expression without groups; letters, digits, `_` and `-` by default. */
  readonly body?: string;
}

const formats: readonly KeyFormat[] = [
  // models
  { prefixes: "sk-proj- sk-svcacct- sk-admin- sk-ant- sk-or- sk-lf- sk-", body: "[\\w-]{16,}" },
  { prefixes: "gsk_ xai- pplx- tvly- nvapi- csk- jina_ lsv2_ ctx7sk- fw_ r8_ hf_ api_org_" },
  { prefixes: "fc-", body: "[0-9a-f]{32}" },
  { prefixes: "AIza" },
  { prefixes: "AQ.Ab", body: "[\\w-]{30,}" },
  { prefixes: "ya29.", body: "[\\w.-]{20,}" },
  { prefixes: "GOCSPX-" },
  // code hosts and package registries
  { prefixes: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_" },
  {
    prefixes:
      "glpat- gldt- glrt- glrtr- glptt- gloas- glsoat- glft- glimt- glagent- glffct- glcbt-",
    body: "[\\w.-]{16,}",
  },
  { prefixes: "npm_ rubygems_ dckr_pat_ dckr_oat_ pul- sgp_" },
  { prefixes: "pypi-AgE", body: "[\\w-]{50,}" },
  { prefixes: "oy2", body: "[a-z0-9]{43}" },
  { prefixes: "ATATT ATCTT ATBB", body: "[\\w=-]{20,}" },
  { prefixes: "AKCp", body: "[A-Za-z0-9]{60,}" },
  // messages
  {
    prefixes: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xapp-",
    body: "[\\w.%-]{16,}",
  },
  {
    prefixes: "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    body: "[\\w/+]{20,}",
  },
  { prefixes: "discord.com/api/webhooks/ discordapp.com/api/webhooks/", body: "\\d+/[\\w-]{40,}" },
  { prefixes: "SG.", body: "[\\w-]{16,}\\.[\\w-]{16,}" },
  { prefixes: "xkeysib-" },
  { prefixes: "key-", body: "[0-9a-f]{32}" },
  { prefixes: "re_", body: "\\w{8}_\\w{16,}" },
  { prefixes: "SK", body: "[0-9a-f]{32}" },
  // clouds
  { prefixes: "AKIA ASIA ABIA ACCA", body: "[A-Z0-9]{16}" },
  { prefixes: "ABSK", body: "[A-Za-z0-9+/]{80,}={0,2}" },
  { prefixes: "LTAI", body: "[A-Za-z0-9]{16,24}" },
  {
    prefixes: "dop_v1_ doo_v1_ dor_v1_ fo1_ HRKU- rnd_ nfp_ vcp_ vci_ vca_ vcr_ vck_ tskey- CFPAT-",
  },
  { prefixes: "fm1r_ fm1a_ fm2_", body: "[A-Za-z0-9+/]{40,}={0,3}" },
  { prefixes: "dapi", body: "[0-9a-f]{32}(?:-\\d)?" },
  { prefixes: "pscale_tkn_ pscale_pw_ pscale_oauth_ sb_secret_ sbp_", body: "[\\w.=-]{20,}" },
  { prefixes: "hvs. hvb. hvr.", body: "[\\w-]{20,}" },
  { prefixes: "ops_eyJ", body: "[A-Za-z0-9+/=]{80,}" },
  { prefixes: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", body: "[\\w.-]{30,}" },
  // payments and shops
  {
    prefixes: "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ whsec_ shippo_live_ shippo_test_",
    body: "[A-Za-z0-9+/=]{10,}",
  },
  {
    prefixes:
      "sq0csp- sq0atp- shpat_ shpca_ shppa_ shpss_ shptka_ duffel_live_ duffel_test_ EZAK EZTK",
  },
  { prefixes: "FLWSECK", body: "(?:_TEST)?-[\\w-]{12,}" },
  // tools
  {
    prefixes:
      "lin_api_ lin_oauth_ figd_ figo_ figor_ ntn_ sntryu_ glsa_ phx_ phs_ NRAK- PMAK- apify_api_ rdme_ tfp_ pnu_ ico-",
  },
  { prefixes: "secret_", body: "[A-Za-z0-9]{43}" },
  { prefixes: "sntrys_eyJ glc_", body: "[A-Za-z0-9+/=_-]{30,}" },
  { prefixes: "pat", body: "[A-Za-z0-9]{14}\\.[0-9a-f]{64}" },
  { prefixes: "dt0c01. dt0s01.", body: "[A-Z0-9]{24}\\.[A-Z0-9]{64}" },
  { prefixes: "API-", body: "[A-Z0-9]{26}" },
  { prefixes: "AGE-SECRET-KEY-1", body: "[A-Z0-9]{50,}" },
  // without a prefix: of Discord's bots, of Telegram's, of applications in Entra ID
  { prefixes: "", body: "[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}" },
  { prefixes: "bot ", body: "\\d{8,10}:AA[\\w-]{33}" },
  { prefixes: "", body: "[\\w~.]{3}\\dQ~[\\w~.-]{31,34}" },
];

/** Finds keys; one group is the body. */
export const keyPattern = new RegExp(
  `(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))(?:${formats
    .map(({ prefixes, body = "[\\w-]{16,}" }) => {
      return `(?:${prefixes.replaceAll(".", "\\.").replaceAll(" ", "|")})(${body})`;
    })
    .join("|")})(?![A-Za-z0-9])`,
  "g",
);

/** A part of a name or of a placeholder, as people write it. */
const word = /^(?:[a-z]{1,14}|[A-Z]{1,14}|[A-Z][a-z]{1,13})?\d{0,4}$/;

/** @returns undefined if the characters after the prefix are words or a row of `x` */
export function keyIn([key, ...bodies]: RegExpExecArray): string | undefined {
  const start = bodies.find((body) => body !== undefined)?.slice(0, 200) ?? "";
  const isKey =
    !/^[x*.0-]+$/i.test(start) && !start.split(/[-_.]/).every((part) => word.test(part));
  return isKey ? key : undefined;
}
