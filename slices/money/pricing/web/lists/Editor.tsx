import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { toast } from '../../../../../web/data/toasts.ts';
import { useGo } from '../../../../../web/navigation.ts';
import { useCheckThenConfirm } from '../../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { ProblemNotice } from '../../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { siteZone } from '../../../../../web/ui/values/zonedTime.ts';
import { Differences } from './Differences.tsx';
import { bodyOf, type Draft } from './draft.ts';
import { ItemTable } from './ItemTable.tsx';
import { ItemTools } from './ItemTools.tsx';
import type { Site } from './NewVersion.tsx';
import { Terms } from './Terms.tsx';
import { text } from './text.ts';

interface EditorProps {
  site: Site;
  sites: readonly Site[];
  /** The version that the new one is based on. Null if there is none yet. */
  basis: Answer<'getPriceList'> | null;
  known: Answer<'listPriceItems'>;
  isSiteFixed: boolean;
  onSite(siteId: string): void;
}

/** Edits prices, compares them with the current ones, and then publishes or schedules them. */
export function Editor({ site, sites, basis, known, isSiteFixed, onSite }: EditorProps) {
  const first: Draft = {
    siteId: site.id,
    // A named list gets a new version only at its own site. At other sites it only provides the
    // initial prices.
    name: basis?.name && basis.siteId === site.id ? basis.name : null,
    currency: basis?.currency ?? 'USD',
    from: '',
    billingModes: basis?.billingModes ?? 'monthlyAndHourly',
    items: basis?.items ?? [],
  };
  const [draft, setDraft] = useState(first);
  const form = useCheckThenConfirm<Answer<'previewPriceList'>>([
    'items',
    'currency',
    'name',
    'validFrom',
  ]);
  const go = useGo();
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }));
  const zoneOfSite = sites.find(({ id }) => id === draft.siteId)?.timeZone ?? siteZone();
  const body = () => bodyOf(draft, zoneOfSite);
  const create = async () => {
    const created = await call('createPriceList', { body: body() });
    toast('success', text('made', { version: created.version }));
    await go({ to: `/pricelist/${created.id}` });
  };
  if (form.checked)
    return (
      <Differences
        preview={form.checked}
        currency={draft.currency}
        modes={{ before: first.billingModes, after: draft.billingModes }}
      >
        <ProblemNotice
          problem={form.problem ?? form.problemAt('validFrom') ?? form.problemAt('items') ?? null}
        />
        <Row gap={12} align="center">
          <Button loading={form.isBusy} onClick={() => void form.carryOut(create)}>
            {text(draft.from === '' ? 'putInForce' : 'plan')}
          </Button>
          <Button variant="default" onClick={form.forget}>
            {text('backToEdit')}
          </Button>
        </Row>
      </Differences>
    );
  return (
    <Stack gap={20}>
      <Terms
        draft={draft}
        sites={sites}
        isSiteFixed={isSiteFixed}
        isNameFixed={first.name !== null}
        problemAt={form.problemAt}
        onChange={change}
        onSite={onSite}
      />
      <ItemTools
        items={draft.items}
        known={known}
        onItems={(items) => change({ items })}
        onReset={draft.items === first.items ? null : () => change({ items: first.items })}
      />
      <ItemTable
        items={draft.items}
        problemAt={form.problemAt}
        onItems={(items) => change({ items })}
      />
      <ProblemNotice
        problem={
          form.problem ?? (draft.items.length === 0 ? form.problemAt('items') : null) ?? null
        }
      />
      <Row className="pricelist-foot" gap={12} align="center">
        <Button
          loading={form.isBusy}
          disabled={draft.items.length === 0}
          onClick={() => void form.check(() => call('previewPriceList', { body: body() }))}
        >
          {text('preview')}
        </Button>
      </Row>
    </Stack>
  );
}
