import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../../../web/code/CodeBlock.tsx';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from './detail.module.css';
import { type GuestNic, interfacesOf, netplanFile, netplanOf } from './guestNetworkConfig.ts';
import { text } from './text.ts';

/** Valid interface names for the configuration. Other values are replaced by the default name. */
const nameForm = /^[a-z0-9][a-z0-9._-]{0,14}$/i;

/** Manual guest configuration for an interface whose network doesn't supply its addresses. */
export default function GuestSetup({ card }: { card: GuestNic }) {
  const [name, setName] = useState('eth0');
  const interfaceName = nameForm.test(name.trim()) ? name.trim() : 'eth0';
  const file = netplanFile(card);
  return (
    <Stack className={`${styles.stack} ${styles.guestSetup}`} gap={20} alignContent="start">
      <p className="soft">{text('guestWhy')}</p>
      <h4>{text('guestNetplan')}</h4>
      <p className="soft">{text('guestNetplanHow', { file })}</p>
      <CodeBlock label={file}>{netplanOf(card)}</CodeBlock>
      <CodeBlock
        label={text('guestApply')}
      >{`sudo chmod 600 ${file}\nsudo netplan apply`}</CodeBlock>
      <h4>{text('guestInterfaces')}</h4>
      <p className="soft">{text('guestInterfacesHow')}</p>
      <CodeBlock label={text('guestFind')}>{`ip -br link | grep -i ${card.mac}`}</CodeBlock>
      <TextInput
        label={text('guestName')}
        dir="ltr"
        value={name}
        maxLength={15}
        {...(interfaceName === name.trim() ? {} : { error: text('guestNameWrong') })}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CodeBlock label="/etc/network/interfaces">{interfacesOf(card, interfaceName)}</CodeBlock>
      <CodeBlock
        label={text('guestApply')}
      >{`sudo ifdown --force ${interfaceName}; sudo ifup ${interfaceName}`}</CodeBlock>
    </Stack>
  );
}
