/** Who uses a table in addition to its owner, by the names of their slices (or `platform`). */
export interface TableSharing {
  /** `all`: part of the core that every slice can join. */
  readers?: 'all' | readonly string[];
  /** Each writes columns of its own. */
  writers?: readonly string[];
}

/**
 * The tables of a slice that the queries of others name. Everyone else asks the owner's exported
 * functions. `launcher/structure/tableOwners.ts` compares this with every query.
 */
export type SharedTables = Readonly<Record<string, TableSharing>>;
