/** What is wrong with a server.json or a server card. */
import {
  currentServerSchema,
  type DocumentProblem,
  type DocumentRule,
} from "../config/documents/serverDocument.ts";

const texts: Readonly<Record<DocumentRule, (problem: DocumentProblem) => string>> = {
  missing: () => "It is missing.",
  "wrong-type": () => "It has the wrong type, or is empty.",
  "name-format": ({ value }) =>
    `${JSON.stringify(value)} is not a namespace in reverse order of a domain, one slash and a name, such as io.github.someone/notes.`,
  "too-long": ({ limit }) => `It is longer than ${limit} characters.`,
  "version-not-exact": ({ value }) =>
    `${JSON.stringify(value)} is a range or a tag; one exact version is published.`,
  "schema-old": ({ value }) =>
    `The schema is of ${value}; the registry takes that of ${currentServerSchema}.`,
  "url-invalid": ({ value }) => `${JSON.stringify(value)} is no URL of http or https.`,
  "url-local": ({ value }) => `${JSON.stringify(value)} is this machine of whoever reads it.`,
  "transport-unknown": ({ value }) =>
    `${JSON.stringify(value)} is no transport that is known here.`,
  "no-way-in": () => "Nothing says how the server is reached or started.",
  repeated: ({ value }) => `${JSON.stringify(value)} is there twice.`,
  "secret-value": () => "It is marked as secret and has a value, which everybody can read.",
};

export const documentProblemText = (problem: DocumentProblem) => texts[problem.rule](problem);

export const exampleNamespaceText =
  "/name: Nothing says who publishes the server: replace com.example by your namespace, such as io.github.someone.";
