import { areaPages, areas } from '#modules/backoffice/entry.ts'
import { fetchOrganizationSettings } from '#modules/backoffice/organization-settings/fetch-organization-settings.ts'
import { overviewTexts } from '#modules/backoffice/organization-settings/organization-settings.texts.ts'
import { staff } from '#platform/permissions.ts'
import { Panel } from '#platform/ui/card.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Setting = Awaited<ReturnType<typeof fetchOrganizationSettings.run>>['settings'][number]
type Area = Setting['area']

/** Every setting of the organization on one page, with its source and its last change. */
export default page({
  address: '/manage/settings/all',
  title: overviewTexts.title,
  may: staff('MANAGE_SETTINGS:READ'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => (await fetchOrganizationSettings.run(ctx, {})).settings,
  view: (settings, { frame }) => <AllSettings settings={settings} frame={frame} />,
})

function AllSettings({ settings, frame }: { settings: readonly Setting[]; frame: Frame }) {
  const t = useTexts(overviewTexts)
  return (
    <div className="grid gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {areas.map((area) => (
        <AreaPanel
          key={area}
          area={area}
          frame={frame}
          settings={settings.filter((setting) => setting.area === area)}
        />
      ))}
    </div>
  )
}

function AreaPanel({ area, frame, settings }: { area: Area; frame: Frame; settings: readonly Setting[] }) {
  const t = useTexts(overviewTexts)
  const { href } = areaPages[area]
  const open = area === 'security' || frame.drawer.some((entry) => entry.href === href)
  const change = open && (
    <TextLink href={withCarriedParams(frame, href)} alone>
      {t('change')}
      <span className="sr-only"> {t(area)}</span>
    </TextLink>
  )
  return (
    <Panel title={t(area)} actions={change}>
      <Table label={t(area)} stacked>
        <thead>
          <tr>
            <TableHead>{t('setting')}</TableHead>
            <TableHead>{t('value')}</TableHead>
            <TableHead>{t('origin')}</TableHead>
            <TableHead>{t('changed')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <Row key={setting.name} setting={setting} />
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

function Row({ setting }: { setting: Setting }) {
  const t = useTexts(overviewTexts)
  const showInstant = useShowInstant()
  const { label, value, origin, from, strict, inherited_below, changed_at, changed_by } = setting
  const note = strict ? t('strict') : inherited_below ? null : t('alone')
  return (
    <tr>
      <TableCell label={t('setting')} className="max-w-prose">
        {label}
        {note && <span className="block text-sm text-muted-foreground">{note}</span>}
      </TableCell>
      <TableCell label={t('value')} className="max-w-prose break-words">
        {value}
      </TableCell>
      <TableCell label={t('origin')}>{origin === 'inherited' ? t('from', { name: from ?? '' }) : t(origin)}</TableCell>
      <TableCell label={t('changed')} className="figures">
        {changed_at ? t('by', { when: showInstant(changed_at), name: changed_by ?? '' }) : t('never')}
      </TableCell>
    </tr>
  )
}
