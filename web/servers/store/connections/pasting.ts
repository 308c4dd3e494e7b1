/** Applies the server in a pasted text: its address, headers and variables. */
import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import { type Answers, fillServer, urlProblem } from "../../../../shared/config/fillServer.ts";
import { mayBePaste } from "../../../../shared/config/paste/mayBePaste.ts";
import type { Paste, PasteForm } from "../../../../shared/config/paste/paste.ts";
import { formatTarget, type Target } from "../../../../shared/config/target.ts";
import type { AddressBar } from "../addressBar.ts";
import { addressedServer } from "../server.ts";
import type { Servers } from "../serversStore.ts";
import type { ValueOrigins } from "../valueOrigins.ts";
import type { Questions } from "./questions.ts";

interface Pasting {
  /**
   * Applies text that is pasted into the address bar; nothing is contacted or started.
   * @param isWhole whether it replaces the text of the address bar
   * @returns false if it is a part of what the user writes
   */
  paste(text: string, isWhole: boolean): boolean;
  /**
   * Connects to the server that the text in the address bar names; asks if it names none or
   * several.
   */
  connect(text: string): Promise<void>;
  /** Connects to one of several servers; undefined if the user chose none. */
  choose(server: ConfiguredServer | undefined, form: PasteForm): void;
  /** Connects with the values that the text does not contain. */
  open(server: ConfiguredServer, answers: Answers, form: PasteForm): void;
}

interface PastingOptions {
  readonly addressBar: AddressBar;
  readonly servers: Servers;
  readonly questions: Questions;
  /** Connects to the address in the address bar without interpreting it further. */
  readonly connectPlain: () => void;
  readonly origins: ValueOrigins;
  /**
   * Connects to the target of the address bar's server; a command is confirmed first.
   * @param isSeen whether the user has seen the URL
   */
  readonly connectTo: (target: Target, isSeen: boolean) => void;
}

export function createPasting(options: PastingOptions): Pasting {
  const { addressBar, servers, questions, origins, connectPlain, connectTo } = options;
  let newest = 0;

  /** Parses a text; undefined if another one was parsed meanwhile. */
  const read = async (text: string): Promise<Paste | undefined> => {
    const current = ++newest;
    try {
      const { readPaste } = await import("../../../../shared/config/paste/readPaste.ts");
      return current === newest ? readPaste(text) : undefined;
    } catch {
      return { kind: "refused", problem: { code: "not-loaded" } };
    }
  };

  /** Writes a server into the address bar and its settings; undefined if its URL is none. */
  const take = (
    server: ConfiguredServer,
    answers: Answers,
    form: PasteForm,
  ): Target | undefined => {
    const filled = fillServer(server, answers);
    if (!filled) {
      addressBar.reject({ code: "configuration", problems: [urlProblem(server)] });
      return undefined;
    }
    const { target, shown, headers, values, hasSecret } = filled;
    origins.note(values);
    const address = formatTarget(shown);
    const environment = target.kind === "stdio" ? Object.entries(target.env ?? {}) : [];
    const variables = environment.filter(([, value]) => value !== "");
    servers.paste(address, { isForeign: true });
    servers.change(addressedServer(servers.getState()).id, {
      ...(headers.length > 0 ? { headers } : {}),
      ...(variables.length > 0 ? { environment: variables } : {}),
      ...(target.kind === "stdio" && target.cwd ? { directory: target.cwd } : {}),
    });
    addressBar.note({ form, headers: headers.length, variables: variables.length });
    return hasSecret ? { ...target, shown: address } : target;
  };

  const ask = (server: ConfiguredServer, form: PasteForm): boolean => {
    if (server.inputs.length === 0) return false;
    questions.ask({ kind: "pasted-inputs", server, form });
    return true;
  };

  /** @param isSeen whether the user has seen the URL */
  const connectWith = (
    server: ConfiguredServer,
    answers: Answers,
    form: PasteForm,
    isSeen: boolean,
  ) => {
    const target = take(server, answers, form);
    if (target) connectTo(target, isSeen);
  };

  const takeOver = async (text: string) => {
    const paste = await read(text);
    switch (paste?.kind) {
      case "plain":
        return servers.paste(paste.text);
      case "refused":
        // several lines do not fit in the field
        if (!/[\r\n]/.test(text.trim())) servers.paste(text.trim());
        return addressBar.reject(paste.problem);
      case "servers": {
        const { form, servers: found } = paste;
        const [server] = found;
        if (form === "package") return servers.paste(text.trim());
        if (found.length > 1) return questions.ask({ kind: "choose", servers: found, form });
        if (server && !ask(server, form)) take(server, {}, form);
      }
    }
  };

  return {
    paste(text, isWhole) {
      // a configuration is never a part of an address
      if (!isWhole && !/^\s*\{|\S\s*[\r\n]\s*\S/.test(text)) return false;
      if (!mayBePaste(text)) {
        servers.paste(text.trim());
        return true;
      }
      addressBar.accept();
      void takeOver(text);
      return true;
    },
    async connect(text) {
      const paste = await read(text);
      if (!paste || addressedServer(servers.getState()).address !== text) return;
      if (paste.kind === "refused") return addressBar.reject(paste.problem);
      if (paste.kind === "plain") {
        // what surrounded it is removed
        if (paste.text !== text.trim()) servers.paste(paste.text);
        return connectPlain();
      }
      const { form, servers: found } = paste;
      const [server] = found;
      if (found.length > 1) return questions.ask({ kind: "choose", servers: found, form });
      if (server && !ask(server, form)) connectWith(server, {}, form, false);
    },
    choose(server, form) {
      // a row of the choice may be too short for the whole URL
      if (server && !ask(server, form)) connectWith(server, {}, form, false);
    },
    open: (server, answers, form) => connectWith(server, answers, form, true),
  };
}
