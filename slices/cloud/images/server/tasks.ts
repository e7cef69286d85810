import * as z from 'zod';
import {
  type AnyTaskType,
  defineTask,
  type Step,
  type TaskType,
} from '../../../../server/platform/tasks/task.ts';
import { localize } from '../texts/localize.ts';
import { buildContent, fetchContent, folderOf, type ImageInput } from './preparation/content.ts';
import { importIntoEngines, removeFromEngines } from './preparation/engines.ts';
import { explainingFailure } from './preparation/failing.ts';
import { readStaged, removeStaged, writeStaged } from './preparation/staging.ts';
import { deleteTask } from './private/remove.ts';
import { createImageTask } from './private/task.ts';
import { markFetching, markReady, markUndone } from './state.ts';
import { readImage } from './store.ts';

const input: z.ZodType<ImageInput> = z.strictObject({ imageId: z.uuid() });

const reserve: Step<ImageInput> = {
  name: 'reserve',
  title: localize('reserve'),
  do: (task) => task.write((ctx) => markFetching(ctx, task.input.imageId, task.cmdId)),
  undo: (task) => task.write((ctx) => markUndone(ctx, task.input.imageId, task.cmdId)),
};

const importContent: Step<ImageInput> = {
  name: 'import',
  title: localize('importContent'),
  weight: 10,
  do: async (task) => {
    const image = await readImage(task.ctx, task.input.imageId);
    await explainingFailure(task, image.name, async () => {
      const staged = await readStaged(folderOf(task));
      if (!staged)
        throw new Error(`The content of the image ${image.code} is gone from ${folderOf(task)}.`);
      const options = {
        signal: task.signal,
        progress: (percent: number) => task.progress(percent),
      };
      const imported = await importIntoEngines(task.ctx, staged.file, options);
      await writeStaged(folderOf(task), { ...staged, imported });
    });
  },
  undo: (task) => removeFromEngines(task.ctx, task.input.imageId),
};

const finish: Step<ImageInput> = {
  name: 'finish',
  title: localize('finish'),
  do: async (task) => {
    const staged = await readStaged(folderOf(task));
    // Missing if an earlier attempt already completed this step.
    if (!staged?.imported) return;
    const { imported, ...content } = staged;
    await task.write((ctx) => markReady(ctx, task.input.imageId, { ...content, ...imported }));
    await removeStaged(folderOf(task));
  },
};

export const fetchTask: TaskType<ImageInput> = defineTask({
  type: 'image.fetch',
  usesDisk: true,
  title: (_input, target) => localize('fetchTask', { name: target.name }),
  input,
  isCancellable: true,
  steps: [reserve, fetchContent, importContent, finish],
});

export const buildTask: TaskType<ImageInput> = defineTask({
  type: 'image.build',
  usesDisk: true,
  title: (_input, target) => localize('buildTask', { name: target.name }),
  input,
  isCancellable: true,
  steps: [reserve, buildContent, importContent, finish],
});

export const removeTask: TaskType<ImageInput> = defineTask({
  type: 'image.remove',
  title: (_input, target) => localize('removeTask', { name: target.name }),
  input,
  steps: [
    {
      name: 'remove',
      title: localize('tasks.steps.removingFromEngine'),
      do: async (task) => {
        await removeFromEngines(task.ctx, task.input.imageId);
        await removeStaged(folderOf(task));
      },
    },
  ],
});

export const imageTasks = [
  fetchTask,
  buildTask,
  removeTask,
  createImageTask,
  deleteTask,
] as AnyTaskType[];
