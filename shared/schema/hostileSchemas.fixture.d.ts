/** Schemas that a hostile server may send to freeze or crash a page. */
/** A chain of definitions, each of which needs the next one twice: 2^levels steps when followed. */
export declare function doublingChain(levels: number, keyword: "allOf" | "anyOf" | "oneOf"): object;
/** An object of many properties. */
export declare function wideObject(count: number, each?: object): object;
/** An object in an object in an object, as JSON text: building it as a value takes no recursion either. */
export declare function deepText(levels: number): string;
