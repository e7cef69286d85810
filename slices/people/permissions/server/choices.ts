import { sql } from 'kysely';
import type { ObjectType } from '../../../../contract/access/rights.ts';
import { objectKinds, searchObjects } from '../../../../server/platform/access/objects.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { containing } from '../../../../server/platform/database/listPage.ts';
import { listOperations } from './operations.ts';

interface Search {
  person?: string | undefined;
  object?: string | undefined;
  type?: ObjectType | undefined;
}

const maxChoices = 20;

/** The options of the screen: all actions, and the users and objects that match the input. */
export async function listChoices(
  ctx: SignedInContext,
  { person = '', object = '', type }: Search,
) {
  const kinds = objectKinds(ctx);
  const selectedKinds = kinds.filter((kind) => type === undefined || kind.type === type);
  const objects = await Promise.all(
    selectedKinds.map(async (kind) =>
      (await searchObjects(ctx, kind, object, maxChoices)).map(({ id, name }) => ({
        type: kind.type,
        id,
        name,
      })),
    ),
  );
  return {
    operations: listOperations(ctx),
    types: kinds.map((kind) => ({ type: kind.type, title: kind.title[ctx.language] })),
    people: await searchPeople(ctx, person),
    objects: objects.flat().slice(0, maxChoices),
  };
}

async function searchPeople(
  ctx: SignedInContext,
  filter: string,
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from user_account u
    where u.deleted_at is null and u.email ilike ${containing(filter)} and ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })}
    order by u.email_key limit ${maxChoices}`.execute(ctx.db);
  return rows;
}
