/** Sign-in and consent pages as HTML without scripts. */

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<main><h1>${escaped(title)}</h1>${body}</main></html>`;

const form = (action: string, content: string) =>
  `<form method="post" action="${escaped(action)}">${content}</form>`;

/** Asks for a name and a password; accepts any. */
export function signInPage(action: string): string {
  const fields = `<p><label>Name <input name="login" required></label></p>
<p><label>Password <input name="password" type="password" required></label></p>
<button>Sign in</button>`;
  return page("Sign in", form(action, fields));
}

/** Asks whether a client may have the scopes. */
export function consentPage(
  client: string,
  scopes: readonly string[],
  actions: { readonly allow: string; readonly deny: string },
): string {
  const list = scopes.map((scope) => `<li>${escaped(scope)}</li>`).join("");
  const buttons =
    form(actions.allow, "<button>Allow</button>") + form(actions.deny, "<button>Deny</button>");
  return page("Consent", `<p>${escaped(client)} asks for:</p><ul>${list}</ul>${buttons}`);
}
