import { fetchPrograms } from '#modules/catalogue/programs/fetch-programs.ts'
import { isProgram, programs as programNames } from '#modules/catalogue/programs/programs.shared.ts'
import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { listDisputedFormats } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { Source } from './rule-sources.tsx'

type Program = Awaited<ReturnType<typeof fetchPrograms.run>>['programs'][number]

/** The programs that courses can follow, with the share of confirmed rules. */
export default page({
  address: '/manage/programs',
  title: programTexts.title,
  may: fetchPrograms.may,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchPrograms.run(ctx, {}),
  view: ({ programs }, { frame }) => (
    <>
      <Programs programs={programs} frame={frame} />
      <DisputedLicenses />
    </>
  ),
})

/** The states on whose license numbers sources disagree, with the sources. */
function DisputedLicenses() {
  const t = useTexts(programTexts)
  const locale = useLocale()
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lg font-semibold">{t('licenses')}</h2>
      <p className="mb-3 max-w-reading text-muted-foreground">{t('licensesLead')}</p>
      <ul className="divide-y rounded-lg border bg-card">
        {listDisputedFormats(locale).map(({ state_code, state, note, sources }) => (
          <li key={state_code} className="grid gap-x-6 gap-y-1 p-4 md:grid-cols-[16rem_minmax(0,1fr)]">
            <div>
              <h3 className="font-semibold">{state}</h3>
              <Badge tone="orange">{t('disagree')}</Badge>
            </div>
            <div lang="en">
              <p>{note}</p>
              <ul className="text-sm text-muted-foreground">
                {sources.map(({ title, url }) => (
                  <li key={url}>
                    <Source citation={title} url={url} />
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Programs({ programs, frame }: { programs: readonly Program[]; frame: Frame }) {
  const t = useTexts(programTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const namedPrograms = programs
    .map((program) => ({
      ...program,
      words: isProgram(program.program_id) ? localize(locale, programNames[program.program_id]) : program.name,
    }))
    .toSorted((a, b) => a.words.localeCompare(b.words, locale))
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Alert className="mb-4">{t('notAdvice')}</Alert>
      <Table label={t('title')} stacked>
        <thead>
          <tr>
            <TableHead>{t('program')}</TableHead>
            <TableHead>{t('authority')}</TableHead>
            <TableHead numeric>{t('known')}</TableHead>
            <TableHead>{t('open')}</TableHead>
            <TableHead numeric>{t('courses')}</TableHead>
            <TableHead>{t('nextChange')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {namedPrograms.map(({ program_id, words, authority, known, open, courses, next_change }) => (
            <tr key={program_id}>
              <TableCell>
                <TextLink href={withCarriedParams(frame, pathTo('/manage/programs/:program_id', { program_id }))} alone>
                  {words}
                </TextLink>
              </TableCell>
              <TableCell label={t('authority')}>
                <span lang="en">{authority}</span>
              </TableCell>
              <TableCell numeric label={t('known')}>
                {known}
              </TableCell>
              <TableCell label={t('open')}>{open > 0 ? <Badge tone="orange">{open}</Badge> : '0'}</TableCell>
              <TableCell numeric label={t('courses')}>
                {courses}
              </TableCell>
              <TableCell label={t('nextChange')}>
                {next_change ? <Badge tone="yellow">{showDate(next_change)}</Badge> : '—'}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
