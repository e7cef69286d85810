/** The most accounts in one batch. */
export const maxLines = 1_000;

export interface BatchEntry {
  /** The 1-based line number, as shown to the user. */
  line: number;
  given: string;
}

const headerPattern = /^(e-?mail|mail|address|id|user ?id|דוא"ל|כתובת)$/i;

/** Reads a pasted column or CSV: the first cell of every non-empty line. A heading is skipped. */
export function readLines(list: string): BatchEntry[] {
  return list.split(/\r\n|\r|\n/).flatMap((source, index) => {
    const line = source.replace(/^\ufeff/, '');
    const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"');
    const entry = (quoted ?? line.split(/[,;\t]/, 1)[0] ?? '').trim();
    if (entry === '' || (index === 0 && headerPattern.test(entry))) return [];
    return [{ line: index + 1, given: entry.slice(0, 254) }];
  });
}
