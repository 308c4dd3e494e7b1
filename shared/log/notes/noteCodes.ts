/** The codes of findings that note what came of an act of the page; they are no findings about a message. */

/** A verdict of an examination. */
export const verdictCode = "conform-verdict";

/** What requests of models and calls are made for. */
export const actCode = "act";

/** How an item of a list differs from the one before a restart. */
export const listChangeCode = "list-change";

/** Whether a request was continued with the state that the server gave it. */
export const requestStateCode = "request-state";

/** What came of a request to a model. */
export const modelReplyCode = "model-reply";
