import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Calls, call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { codeArea } from '../../../../web/ui/layout/Control.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatBytes } from '../../../../web/ui/values/values.tsx';
import styles from './packages.module.css';
import { text } from './text.ts';

const maxBytes = 512 * 1024;

/** A small example package that prefills the form. */
const example = {
  manifest: JSON.stringify(
    {
      name: 'my-app',
      title: { en: 'My application' },
      description: { en: 'What it is for.' },
      version: '1.0.0',
      kind: 'app',
      images: ['debian'],
      minimum: { cores: 1, ramMb: 1024, diskGb: 10 },
      parameters: [{ name: 'greeting', type: 'text', title: { en: 'Greeting' }, default: 'Hello' }],
      scripts: { install: 'install.sh' },
      timeoutMinutes: 30,
      ports: [{ port: 80, protocol: 'tcp', title: { en: 'Web' } }],
      links: [{ title: { en: 'Open' }, url: 'http://{address:80}/' }],
    },
    null,
    2,
  ),
  install:
    'apt_install nginx-light\nsay "Writing the first page"\nprintf \'%s\\n\' "$APP_GREETING" >/var/www/html/index.html\n',
};

type Body = Calls['uploadPackage']['in']['body'];

/** Uploads a package as an archive, or as a manifest and script entered in the form. */
export function Upload({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // A manifest can have several errors. They are all displayed, because their key, `manifest`, isn't
  // the name of a value.
  const form = useForm(
    { manifestText: example.manifest, installScript: example.install },
    file ? [] : ['scripts'],
  );
  const { manifestText, installScript } = form.values;
  const go = useGo();
  const body = async (): Promise<Body | null> => {
    if (file) {
      if (file.size > maxBytes) return reject(text('tooLarge', { size: formatBytes(file.size) }));
      return { archive: await base64Of(file) };
    }
    try {
      const manifest = JSON.parse(manifestText);
      return { manifest, scripts: { 'install.sh': installScript } } as Body;
    } catch (error) {
      return reject(
        text('notJson', { reason: error instanceof Error ? error.message : String(error) }),
      );
    }
  };
  const reject = (reason: string): null => {
    form.clearProblems();
    setProblem(reason);
    return null;
  };
  const submit = async () => {
    setProblem(null);
    const content = await body();
    if (!content) return false;
    let id = '';
    const isUploaded = await form.save(text('take'), async () => {
      id = (await call('uploadPackage', { body: content })).id;
    });
    if (isUploaded) await go({ to: `/uploadService/${id}` });
    return isUploaded;
  };
  return (
    <FormDialog
      title={text('upload')}
      submitLabel={text('take')}
      size={780}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{text('uploadHint')}</p>
      <Stack as="label" className={styles.packageFile} gap={6}>
        <span>{text('chooseFile')}</span>
        <input
          type="file"
          accept=".zip,.tgz,.tar.gz,application/zip,application/gzip"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </Stack>
      {!file && (
        <>
          <p className="soft">{text('orForm')}</p>
          <Textarea
            label={text('manifest')}
            dir="ltr"
            rows={14}
            spellCheck={false}
            classNames={{ input: codeArea }}
            {...form.input('manifestText')}
          />
          <Textarea
            label={text('installScript')}
            dir="ltr"
            rows={5}
            spellCheck={false}
            classNames={{ input: codeArea }}
            {...form.input('installScript')}
            error={form.problemAt('scripts')}
          />
        </>
      )}
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += 8192)
    binary += String.fromCharCode(...bytes.subarray(offset, offset + 8192));
  return btoa(binary);
}
