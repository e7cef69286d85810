import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { IconName } from '../../contract/icons.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';

interface ListScreenProps<Row extends { id: string }>
  extends Omit<DataTableProps<Row>, 'label' | 'empty'> {
  title: string;
  detail: ReactNode;
  /** The title of the button that opens the form. */
  createTitle: string;
  /** Shown while the list is empty. */
  nothing: { icon: IconName; title: string; hint: string };
  /** The form that creates an object. */
  form(onClose: () => void): ReactNode;
}

/** A screen with a single list and a create button. */
export function ListScreen<Row extends { id: string }>({
  title,
  detail,
  createTitle,
  nothing,
  form,
  ...table
}: ListScreenProps<Row>) {
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {createTitle}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} detail={detail} actions={create} />
      <DataTable<Row>
        {...table}
        label={title}
        empty={<EmptyState {...nothing} action={create} />}
      />
      {isCreating && form(() => setCreating(false))}
    </>
  );
}
