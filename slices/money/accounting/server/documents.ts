import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** The documents to export, registered by the slice that issues them. */
export interface Documents {
  /** The document as JSON, sent unchanged. Always returns the same text for the same document. */
  payloadOf(ctx: Pick<Context, 'db'>, documentId: string): Promise<string>;
  /**
   * Called when the state of an export changes, in the same transaction. `entry` is the text for
   * the document's log.
   */
  changed(ctx: Context, documentId: string, entry: LocalizedText | null): Promise<void>;
}

/** Implemented by the slice that issues documents. */
export const accountingDocuments = defineHook<Documents>('accounting.documents');
