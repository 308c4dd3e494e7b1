/** Decides which address links point to, and who can open them. */
import { isLoopbackAddress } from "../../../shared/core/text/addresses.ts";
import { toLoopbackUrl } from "../../../shared/relay/page/pageHost.ts";

export interface LinkBase {
  /** Without fragment. */
  readonly url: string;
  /** Whether links open on this machine only. */
  readonly isLocal: boolean;
}

/**
 * The address of the build comes first, then the public one of the relay, then that of the page.
 * @param built the address that the page was built for
 */
export function linkBase(
  built: string | undefined,
  publicUrl: string | undefined,
  base: string,
): LinkBase {
  const url = built ?? publicUrl ?? toLoopbackUrl(base);
  return { url, isLocal: isLoopbackAddress(new URL(url).hostname) };
}

/** The address that the page was built for, from `PUBLIC_URL`. */
export function builtAddress(): string | undefined {
  const metadata = __CLIENT_METADATA_URL__;
  return metadata === undefined ? undefined : new URL(".", metadata).href;
}
