import { stepRow, type TaskDatabase } from '../tables.ts';
import { type AnyTaskType, versionOf } from '../task.ts';
import type { Attempt } from './attempt.ts';
import { isChanged, type PlannedStep, planSteps } from './plan.ts';

/**
 * Returns the steps of a task and their states. If another version of the program stored them, they
 * are stored again, with the input upgraded to the current format. Throws if the input isn't valid.
 */
export async function takeOver(attempt: Attempt, type: AnyTaskType): Promise<PlannedStep[]> {
  return await attempt.fencedPatiently(async ({ db }) => {
    const { task } = attempt;
    const stored = await db
      .selectFrom('task_step')
      .selectAll()
      .where('task_id', '=', task.id)
      .orderBy('position')
      .execute();
    const plan = planSteps(type, stored);
    if (isChanged(plan, stored)) await storePlan(db, task.id, plan, stored);
    if (task.version < versionOf(type)) await upgrade(db, attempt, type);
    return plan;
  });
}

type StoredRow = Omit<ReturnType<typeof stepRow>, 'title'> & {
  title: unknown;
  started_at: Date | null;
  ended_at: Date | null;
};

/** Steps keep their title and times, because the owner has already seen them. */
async function storePlan(
  db: TaskDatabase,
  taskId: number,
  plan: readonly PlannedStep[],
  stored: readonly StoredRow[],
): Promise<void> {
  const rows = plan.map(({ step, state }, position) => {
    const names = [step.name, ...(step.formerNames ?? [])];
    const before = stored.find(({ name }) => names.includes(name));
    const { started_at = null, ended_at = null } = before ?? {};
    const row = stepRow(taskId, step, position);
    const title = before ? JSON.stringify(before.title) : row.title;
    return { ...row, title, state, started_at, ended_at };
  });
  await db.deleteFrom('task_step').where('task_id', '=', taskId).execute();
  await db.insertInto('task_step').values(rows).execute();
}

async function upgrade(db: TaskDatabase, attempt: Attempt, type: AnyTaskType): Promise<void> {
  const { task } = attempt;
  const before = type.upgradeInput?.(task.input, task.version) ?? task.input;
  const input = type.input.parse(before);
  const version = versionOf(type);
  await db
    .updateTable('task')
    .set({ version, input: JSON.stringify(input) })
    .where('id', '=', task.id)
    .execute();
  Object.assign(task, { version, input });
}
