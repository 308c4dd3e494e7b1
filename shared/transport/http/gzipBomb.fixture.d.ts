/**
 * One gzip stream of about a thousandth of its content, made without compressing all of it.
 * @param mebibytes what it unpacks to; a multiple of 16
 * @param text what is repeated in it
 */
export declare function gzipBomb(mebibytes: number, text?: string): Buffer;
