import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
/**
 * The Guacamole protocol: text instructions of the form `LENGTH.VALUE,LENGTH.VALUE,…;`, with
 * lengths in characters (code points). The first value is the name. See "Guacamole protocol" in the
 * Apache Guacamole manual.
 */
export type Instruction = readonly [name: string, ...values: string[]];

export function encodeInstruction(instruction: Instruction): string {
  return `${instruction.map((value) => `${[...value].length}.${value}`).join(',')};`;
}

/**
 * Input that isn't valid in the protocol, or is longer than the maximum length of an instruction.
 */
export class GuacamoleError extends Error {
  override name = 'GuacamoleError';
  readonly texts: LocalizedText;

  constructor(texts: LocalizedText) {
    super(texts.en);
    this.texts = texts;
  }
}

/** Parses instructions from text that arrives in chunks. Throws `GuacamoleError`. */
export class InstructionReader {
  readonly #longest: number;
  #rest = '';

  /** `maxLength`: maximum length of an instruction, in UTF-16 units. */
  constructor(maxLength: number) {
    this.#longest = maxLength;
  }

  /** The received part of an incomplete instruction. */
  get rest(): string {
    return this.#rest;
  }

  /** The instructions completed by this text, each with its source text. */
  read(text: string): { instruction: Instruction; source: string }[] {
    this.#rest += text;
    const found: { instruction: Instruction; source: string }[] = [];
    for (;;) {
      const end = this.#take(found);
      if (end === null) break;
      this.#rest = this.#rest.slice(end);
    }
    if (this.#rest.length > this.#longest)
      throw new GuacamoleError(localize('guacamole.instructionTooLong'));
    return found;
  }

  /**
   * Parses the first instruction. Returns the position of the next one, or null when the first is
   * incomplete.
   */
  #take(found: { instruction: Instruction; source: string }[]): number | null {
    const values: string[] = [];
    let offset = 0;
    for (;;) {
      const dot = this.#rest.indexOf('.', offset);
      const digits = dot < 0 ? this.#rest.slice(offset) : this.#rest.slice(offset, dot);
      if (!/^\d{0,8}$/.test(digits) || (dot >= 0 && digits === ''))
        throw new GuacamoleError(localize('guacamole.lengthIsntNumber'));
      if (dot < 0) return null;
      const end = endOf(this.#rest, dot + 1, Number(digits));
      if (end === null || end >= this.#rest.length) return null;
      values.push(this.#rest.slice(dot + 1, end));
      const terminator = this.#rest[end];
      if (terminator === ';') {
        found.push({
          instruction: values as unknown as Instruction,
          source: this.#rest.slice(0, end + 1),
        });
        return end + 1;
      }
      if (terminator !== ',') throw new GuacamoleError(localize('guacamole.valueDoesntEndComma'));
      offset = end + 1;
    }
  }
}

/** The position after this many code points. Null if the text is shorter. */
function endOf(text: string, start: number, codePoints: number): number | null {
  let offset = start;
  for (let count = 0; count < codePoints; count++) {
    if (offset >= text.length) return null;
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
