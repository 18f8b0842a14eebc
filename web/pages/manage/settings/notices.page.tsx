import type { SavedNotice } from '#modules/settings/entry.ts'
import { lk_system_notice_type } from '#modules/settings/lookups.shared.ts'
import { fetchSystemNotices } from '#modules/settings/notices/fetch-system-notices.ts'
import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { holdsForVisited, staff } from '#platform/permissions.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { draftOf, plainTextIn } from './announcement-draft.ts'

export const noticesPath = pathTo('/manage/settings/notices')

/** The notices that an organization shows its people after they sign in. */
export default page({
  address: '/manage/settings/notices',
  title: noticeTexts.title,
  may: staff('MANAGE_SETTINGS:READ'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    notices: (await fetchSystemNotices.run(ctx, {})).notices,
    zone: zoneOf(ctx),
    changes: holdsForVisited(ctx, 'MANAGE_SETTINGS:UPDATE'),
  }),
  view: ({ notices, zone, changes }) => <Notices notices={notices} zone={zone} changes={changes} />,
})

function Notices({ notices, zone, changes }: { notices: readonly SavedNotice[]; zone: string; changes: boolean }) {
  const t = useTexts(noticeTexts)
  const add = changes && <LinkButton href={pathTo('/manage/settings/notices/new')}>{t('add')}</LinkButton>
  return (
    <>
      <PageTitle lead={t('lead')} actions={add}>
        {t('title')}
      </PageTitle>
      {notices.length === 0 ? (
        <Empty title={t('empty')} action={add}>
          {t('emptyHint')}
        </Empty>
      ) : (
        <Table label={t('title')} stacked>
          <thead>
            <tr>
              <TableHead>{t('message')}</TableHead>
              <TableHead>{t('type')}</TableHead>
              <TableHead>{t('state')}</TableHead>
              <TableHead>{t('from')}</TableHead>
              <TableHead>{t('until')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {notices.map((notice) => (
              <Row key={notice.system_notice_id} notice={notice} zone={zone} changes={changes} />
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

function Row({ notice, zone, changes }: { notice: SavedNotice; zone: string; changes: boolean }) {
  const t = useTexts(noticeTexts)
  const locale = useLocale()
  const { starts_at, ends_at } = draftOf(notice, zone)
  const text = plainTextIn(notice.message, locale) || t('formattedMessage')
  return (
    <tr>
      <TableCell label={t('message')} className="max-w-prose">
        {changes ? (
          <TextLink
            href={pathTo('/manage/settings/notices/:system_notice_id', { system_notice_id: notice.system_notice_id })}
          >
            {text}
          </TextLink>
        ) : (
          text
        )}
      </TableCell>
      <TableCell label={t('type')}>{label(lk_system_notice_type, notice.lk_system_notice_type_id, locale)}</TableCell>
      <TableCell label={t('state')}>
        <Badge tone={toneOf(notice.state, 'notice')}>{t(notice.state)}</Badge>
      </TableCell>
      <TableCell label={t('from')}>{starts_at}</TableCell>
      <TableCell label={t('until')}>{ends_at}</TableCell>
    </tr>
  )
}
