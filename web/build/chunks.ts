/** Which modules of the page are built into one file: those that are used together. */

interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
  readonly tags?: ["$initial"];
}

/**
 * The groups; a module belongs to the first one that it matches, with what it imports. So a chunk
 * imports chunks from above only. What matches none gets a chunk of its own.
 */
const ordered: readonly ChunkGroup[] = [
  // both pages know these names; a chunk with more in it would run the one in the other
  { name: "callback-channel", test: /\/web\/callback\/callbackChannel\.ts$/ },
  // what the empty page needs, with the styles of the static page; entry.ts is put into index.html
  {
    name: "page",
    tags: ["$initial"],
    test: /^(?!.*\/web\/(callback|index\.html|entry\.ts|shell\/.*\.ts))/,
  },
  // the start page shows configured and recent servers, where there are any
  { name: "start", test: /\/web\/features\/address\/(Ready|Recent)Servers/ },
  // a relay's link opens a connection to it at once
  { name: "relay", test: /\/web\/stores\/relay\/(followRelay|linkCode|tabs\/tabSeal)/ },
  // without a link, other tabs and then the user are asked for access to a relay
  { name: "relay-pairing", test: /\/web\/stores\/relay\/(pairingFlow|tabs\/askTabs)/ },
  { name: "relay-dialog", test: /\/web\/features\/localRelay\/(RelayDialog|TabQuestion)/ },
  // opens a recording, and says so, while the code that shows it is loaded
  {
    name: "recording",
    test: /\/web\/(stores\/recordings\/(openRecording|readInWorker|sealedRelay)|features\/recordings\/|messages\/recordings\/(live|open|recording|share)Messages)/,
  },
  // loaded while an address is typed: the protocol client, and what shows a connection first
  {
    name: "connect",
    test: /\/shared\/relay\/|\/web\/(stores\/connections\/engine|features\/(explorer\b|address\/ServerNumbers\b|traffic\/messages\b|traffic\/Filter))/,
  },
  // what reads the log of a connection from its first entry on
  {
    name: "lint",
    test: /\/shared\/(lint|mcp\/(messages|check))\/|\/traffic\/output\/outputReader/,
  },
  // keeps the state of the tab, once it has one
  { name: "persistence", test: /\/web\/stores\/persistence\// },
  // why something failed and what to do
  {
    name: "failures",
    test: /\/web\/messages\/(failureMessages|FailureNotice)|\/RouteSteps|\/RelayFailureNotice/,
  },
  { name: "edit-loop", test: /\/web\/(features\/editLoop|stores\/watch)\// },
  // loaded after the connection: forms, message details; results are loaded once an item is shown
  {
    name: "item",
    test: /\/web\/(features\/(workbench(?!\/results\/outcome)|composer|traffic\/detail)|form|stores\/invocations)\/(?!.*[wW]orker)/,
  },
  { name: "requests", test: /\/web\/features\/requests\// },
  {
    name: "dialogs",
    // exports have a chunk of their own
    test: /\/web\/(features\/(address|share(?!\/ExportSection)|localRelay)|app\/commands)\//,
  },
];

/** The option `codeSplitting.groups` of the bundler. */
export const chunkGroups = ordered.map((group, index) => ({
  ...group,
  priority: ordered.length - index,
}));
