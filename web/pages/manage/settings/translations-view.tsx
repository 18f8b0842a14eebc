import type { fetchTranslations, TranslationRow } from '#modules/backoffice/translations/fetch-translations.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Field, SelectField, TextField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Pagination } from '#platform/ui/pagination.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { FormState } from '#platform/web/form.ts'
import { type ChosenText, RevertForm, TranslationEditor } from './translation-editor.tsx'
import { translationPageTexts } from './translations.texts.ts'

type TranslationsResult = Awaited<ReturnType<typeof fetchTranslations.run>>
type Filter = { search: string; language: string; state: string }
type Props = {
  result: TranslationsResult
  filter: Filter
  page: number
  pageSize: number
  chosen: ChosenText | null
  recent: readonly { text_change_id: number; changed_at: string; count: number }[]
  form: FormState
}

/** This page's address with changed query fields. */
const addressOf = (filter: Filter, overrides: Readonly<Record<string, string | number>> = {}) => {
  const query = Object.entries({ ...filter, ...overrides }).filter(([, value]) => value !== '')
  return pathTo('/manage/settings/translations', { query: Object.fromEntries(query) })
}

const states = ['product', 'untranslated', 'review', 'approved', 'outdated', 'unused'] as const
export function Translations(props: Props) {
  const { result, chosen, form } = props
  const t = useTexts(translationPageTexts)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid gap-4">
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {result.progress.map(({ language, approved, total }) => {
            const name = result.languages.find((offered) => offered.language === language)?.name ?? language
            const percent = total === 0 ? 0 : Math.floor((approved / total) * 100)
            return (
              <li key={language}>
                <Progress label={t('progress', { name, percent })} value={approved} max={Math.max(1, total)} />
              </li>
            )
          })}
        </ul>
        {chosen && (
          <TranslationEditor
            languages={result.languages}
            chosen={chosen}
            form={form}
            close={addressOf(props.filter, { page: props.page })}
          />
        )}
        <Filters {...props} />
        <Texts {...props} />
        <Files {...props} />
        <Recent {...props} />
      </div>
    </>
  )
}

function Filters({ result: { languages }, filter }: Props) {
  const t = useTexts(translationPageTexts)
  return (
    <form method="get" className="grid items-end gap-3 md:grid-cols-[2fr_1fr_1fr_auto]">
      <TextField
        name="search"
        label={t('search')}
        hint={t('searchHint')}
        defaultValue={filter.search}
        maxLength={200}
      />
      <SelectField
        name="language"
        label={t('language')}
        defaultValue={filter.language}
        placeholder={t('allLanguages')}
        options={languages.map(({ language, name }) => ({ value: language, label: name }))}
      />
      <SelectField
        name="state"
        label={t('state')}
        defaultValue={filter.state}
        placeholder={t('allStates')}
        options={states.map((state) => ({ value: state, label: t(state) }))}
      />
      <Button type="submit" variant="outline">
        {t('show')}
      </Button>
    </form>
  )
}

function Texts({ result, filter, page, pageSize }: Props) {
  const t = useTexts(translationPageTexts)
  const { translations, totalCount, languages } = result
  if (translations.length === 0) return <p className="text-muted-foreground">{t('none')}</p>
  const columns = languages.filter(({ language }) => language !== 'en-us' && [language, ''].includes(filter.language))
  const from = (page - 1) * pageSize
  return (
    <div>
      <Table label={t('title')} stacked>
        <thead>
          <tr>
            <TableHead>{t('system')}</TableHead>
            <TableHead>{t('english')}</TableHead>
            {columns.map(({ language, name }) => (
              <TableHead key={language}>{name}</TableHead>
            ))}
            <TableHead>
              <span className="sr-only">{t('edit')}</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {translations.map((row) => (
            <tr key={row.key}>
              <TableCell label={t('system')} className="max-w-60 break-all text-muted-foreground">
                {row.key}
              </TableCell>
              <TableCell label={t('english')} className="max-w-prose">
                <Words row={row} language="en-us" />
              </TableCell>
              {columns.map(({ language, name }) => (
                <TableCell key={language} label={name} className="max-w-prose">
                  <Words row={row} language={language} />
                </TableCell>
              ))}
              <TableCell>
                <TextLink href={addressOf(filter, { page, key: row.key })} alone>
                  {t('edit')}
                  <span className="sr-only"> {row.english}</span>
                </TextLink>
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pagination
        from={from + 1}
        to={from + translations.length}
        count={totalCount}
        previous={page > 1 ? addressOf(filter, { page: page - 1 }) : null}
        next={from + translations.length < totalCount ? addressOf(filter, { page: page + 1 }) : null}
      />
    </div>
  )
}

function Words({ row, language }: { row: TranslationRow; language: string }) {
  const t = useTexts(translationPageTexts)
  const state = row.states[language] ?? 'product'
  return (
    <span className="grid justify-items-start gap-1">
      {row.msgstr[language] && (
        <span lang={language} className="break-words">
          {row.msgstr[language]}
        </span>
      )}
      {state !== 'product' && <Badge tone={toneOf(state, 'translation')}>{t(state)}</Badge>}
    </span>
  )
}

/** Downloads languages as files, and uploads a file into a language. */
function Files({ result: { languages }, form }: Props) {
  const t = useTexts(translationPageTexts)
  return (
    <Panel title={t('files')}>
      <p className="mb-3 text-muted-foreground">{t('filesHint')}</p>
      <ul className="mb-5 flex flex-wrap gap-x-5 gap-y-2">
        {languages.flatMap(({ language, name }) =>
          ['csv', 'json', 'xliff'].map((format) => (
            <li key={`${language} ${format}`}>
              <TextLink href={`/api/systemLanguage/exportTranslations?language=${language}&format=${format}`} alone>
                {t('exportAs', { name, format: format.toUpperCase() })}
              </TextLink>
            </li>
          )),
        )}
      </ul>
      <form method="post" encType="multipart/form-data" className="grid items-end gap-4 md:grid-cols-3">
        <Field label={t('file')} error={form.errors.file}>
          {(control) => <Input {...control} type="file" name="file" accept=".csv,.json,.xlf,.xliff" />}
        </Field>
        <SelectField
          name="language"
          label={t('importInto')}
          options={languages.map(({ language, name }) => ({ value: language, label: name }))}
        />
        <SelectField
          name="state"
          label={t('importAs')}
          options={(['review', 'approved'] as const).map((state) => ({ value: state, label: t(state) }))}
        />
        <div className="flex flex-wrap gap-3 md:col-span-3">
          <Button type="submit" name="action" value="preview" variant="outline">
            {t('preview')}
          </Button>
          <Button type="submit" name="action" value="import">
            {t('import')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function Recent({ recent }: Props) {
  const t = useTexts(translationPageTexts)
  const showInstant = useShowInstant()
  if (recent.length === 0) return null
  return (
    <Panel title={t('recent')}>
      <ul className="grid gap-2">
        {recent.map(({ text_change_id, changed_at, count }) => (
          <li key={text_change_id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="figures">{t('changeOf', { when: showInstant(changed_at), count })}</span>
            <RevertForm text_change_id={text_change_id} />
          </li>
        ))}
      </ul>
      <form method="post" className="mt-4 border-t pt-4">
        <input type="hidden" name="action" value="deleteAll" />
        <p className="mb-2 text-sm text-muted-foreground">{t('deleteAllHint')}</p>
        <ConfirmSubmit label={t('deleteAll')} size="sm">
          {t('deleteAllHint')}
        </ConfirmSubmit>
      </form>
    </Panel>
  )
}
