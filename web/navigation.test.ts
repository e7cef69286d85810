import { expect, expectTypeOf, it } from 'vitest';
import { emptyParams, type Path, type Target, type useScreenParams } from './navigation.ts';
import { screens } from './routes.ts';

const id = 'x' as string;

it('a link leads to an existing screen', () => {
  const links: Target[] = [
    '/servers',
    '/servers?bin=true',
    `/servers/${id}`,
    `/servers/${id}/connect`,
    `/invoicing/${id}/2026-01/documenting/${id}/status`,
  ];
  // @ts-expect-error: there is no such screen
  links.push('/server');
  // @ts-expect-error: nor this one
  links.push(`/networks2/${id}`);
  expect(links).toHaveLength(7);
  expectTypeOf<string>().not.toExtend<Path>();
});

it('the parameters of a screen are those of its path', () => {
  type ServerParams = ReturnType<typeof useScreenParams<'/servers/$serverId/{-$tab}'>>;
  expectTypeOf<ServerParams>().toEqualTypeOf<{ serverId: string } & { tab?: string }>();
  type CompaniesParams = ReturnType<
    typeof useScreenParams<'/companies' | '/companies/$companyId/{-$tab}'>
  >;
  expectTypeOf<CompaniesParams>().toEqualTypeOf<{ companyId?: string; tab?: string }>();
  expect(screens.map(({ path }) => path)).toContain('/servers/$serverId/{-$tab}');
});

it('the required parameters of a screen are provided by its path', () => {
  expect(emptyParams('/invoicing/$companyId/$period/$tab/$customerId/{-$part}')).toEqual({
    companyId: '',
    period: '',
    tab: '',
    customerId: '',
  });
  expect(emptyParams('/servers')).toEqual({});
});
