/** What `notFound` calls it in its `{what}`. */
export const things = {
  approval: { en: 'approval', he: 'אישור' },
  transaction: { en: 'transaction', he: 'תנועה' },
};
