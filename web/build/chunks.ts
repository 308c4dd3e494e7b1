/** Groups the page's modules into the files that are built, so that code that is used together is loaded together. */

interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
  readonly tags?: ["$initial"];
}

/**
 * The groups. A module and its imports belong to the first group that matches, so a chunk imports
 * only chunks from above. A module that matches none gets a separate chunk.
 */
const ordered: readonly ChunkGroup[] = [
  // both index.html and callback.html use these names; in a larger chunk, one page would run the code of the other
  { name: "callback-channel", test: /\/web\/callback\/callbackChannel\.ts$/ },
  // the code of the empty page and the styles of the static page; entry.ts is inlined into index.html
  {
    name: "page",
    tags: ["$initial"],
    test: /^(?!.*\/web\/(callback|index\.html|entry\.ts|app\/shell\/.*\.ts))/,
  },
  { name: "relay-dialog", test: /\/web\/relay\/ui\/RelayDialog/ },
  // reads a recording, and shows that it does, while the code that displays it is loaded
  {
    name: "recording",
    test: /\/web\/sessions\/(store\/(openRecording|readInWorker|sealedRelay)|ui\/recordings\/|messages\/(live|open|recording|share)Messages)/,
  },
  // loaded while the user types an address: the protocol client, and the first views of a connection
  {
    name: "connect",
    test: /\/shared\/relay\/(?!page\/)|\/web\/(servers\/(store\/connections\/connectionEngine|ui\/(explorer\b|address\/ServerNumbers\b))|traffic\/ui\/(messages\b|Filter|Traffic\b))/,
  },
  // reads the log of a connection from its first entry
  {
    name: "lint",
    test: /\/shared\/(lint|protocol\/(messages|check))\/|\/traffic\/ui\/output\/outputReader/,
  },
  // stores the state of the tab, once it has one
  { name: "persistence", test: /\/web\/(app\/persistence|platform\/storage)\// },
  // explains failures and what to do
  {
    name: "failures",
    test: /\/web\/messages\/(failureMessages|FailureNotice)|\/FailureSteps/,
  },
  {
    name: "doctor",
    test: /\/shared\/(doctor\/(?!cause)|messages\/doctorFixes)|\/web\/doctor\/(store\/run|ui)/,
  },
  { name: "edit-loop", test: /\/web\/watch\// },
  // loaded after connecting: forms and message details; results are loaded when an item is shown
  {
    name: "item",
    test: /\/web\/(calls\/(ui\/(?!results\/outcome|history|collections)|store\/(?!history|collections))|servers\/ui\/overview\/|app\/workbench\/SelectedItem|traffic\/ui\/detail\/|form\/)(?!.*[wW]orker)/,
  },
  {
    name: "requests",
    test: /\/web\/(inbox\/ui|sampling\/ui|examine\/ui\/FailedCount|app\/workbench\/(Requests|SamplingView))/,
  },
  {
    name: "examine",
    test: /\/web\/(examine\/|traffic\/ui\/EvidenceRows)|\/shared\/(conform|report)\//,
  },
  // what a recording answers; an app reads it too, and does not load the chat for it
  { name: "replay", test: /\/shared\/recording\/replay\// },
  { name: "chat", test: /\/web\/chat\/|\/shared\/(evals|models\/agent)\/|\/ChatPane\.tsx/ },
  {
    name: "dialogs",
    // exports are in a separate chunk
    test: /\/web\/(servers\/ui\/address|sessions\/ui\/share(?!\/ExportSection)|relay\/ui|app\/commands)\//,
  },
];

/** The option `codeSplitting.groups` of the bundler. */
export const chunkGroups = ordered.map((group, index) => ({
  ...group,
  priority: ordered.length - index,
}));
