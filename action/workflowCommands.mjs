/** Prints what the runner shows with a step. */

export function announce(kind, sentence) {
  const escaped = sentence.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  console.log(`::${kind}::${escaped}`);
}

/** Ends the step with an error. */
export function failStep(sentence) {
  announce("error", sentence);
  process.exit(1);
}
