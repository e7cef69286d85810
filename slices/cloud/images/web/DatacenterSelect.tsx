import { NativeSelect } from '@mantine/core';
import type { Answer } from '../../../../web/client.ts';
import styles from './images.module.css';
import { text } from './text.ts';

interface DatacenterSelectProps {
  datacenters: Answer<'listDatacenters'>['items'];
  value: string;
  onChange(code: string): void;
}

/** Selects the datacenter whose images are listed. */
export default function DatacenterSelect({ datacenters, value, onChange }: DatacenterSelectProps) {
  return (
    <NativeSelect
      className={styles.libraryPlace}
      label={text('datacenter')}
      value={value}
      data={datacenters.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
