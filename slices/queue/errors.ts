import { error } from '../../contract/declaredError.ts';

export const errors = {
  taskNotCancellable: error(
    1050,
    422,
    'Task {cmdId} can’t be canceled. {problem}',
    'לא ניתן לבטל את משימה {cmdId}. {problem}',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  task: { en: 'task', he: 'משימה' },
};
