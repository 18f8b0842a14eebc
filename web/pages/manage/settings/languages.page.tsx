import { addLanguage, deleteLanguage, switchLanguage } from '#modules/backoffice/translations/change-languages.ts'
import { fetchTranslations, type LanguageProgress } from '#modules/backoffice/translations/fetch-translations.ts'
import { languageStatus } from '#modules/settings/index.ts'
import type { SystemLanguage } from '#modules/settings/languages/fetch-system-language.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { locales, texts } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

const path = pathTo('/manage/settings/languages')

const messages = texts({
  title: ['Languages', 'Idiomas'],
  lead: [
    'English and Spanish come with the product. Add a language to translate its texts.',
    'El inglés y el español son parte del producto. Agregue un idioma para traducir sus textos.',
  ],
  language: ['Language', 'Idioma'],
  code: ['Code', 'Código'],
  translated: ['Approved texts', 'Textos aprobados'],
  of: ['{approved} of {total}', '{approved} de {total}'],
  translate: ['Translations', 'Traducciones'],
  add: ['Add a language', 'Agregar un idioma'],
  codeHint: ['Language and country, such as fr-ca', 'Idioma y país, por ejemplo fr-ca'],
  name: ['Name', 'Nombre'],
  nameHint: ['Leave empty to use its own name.', 'Déjelo vacío para usar su propio nombre.'],
  save: ['Add', 'Agregar'],
  saving: ['Saving…', 'Guardando…'],
  delete: ['Delete', 'Eliminar'],
  visitors: ['Visitors', 'Visitantes'],
  own: ['Always', 'Siempre'],
  on: ['Can choose it', 'Pueden elegirlo'],
  off: ["Can't choose it yet", 'Todavía no pueden elegirlo'],
  switchOn: ['Turn on', 'Activar'],
  switchOff: ['Turn off', 'Desactivar'],
  rule: [
    'A language turns on automatically when its last text is approved. You can turn it on earlier. Visitors then see English where a text is missing.',
    'Un idioma se activa automáticamente cuando se aprueba su último texto. Puede activarlo antes: donde falte un texto, los visitantes lo leerán en inglés.',
  ],
})

type PageData = { languages: readonly SystemLanguage[]; progress: readonly LanguageProgress[] }
type LanguageInput = { language: string; name: string }

const actions = {
  add: (ctx: Ctx, input: LanguageInput) => addLanguage.run(ctx, input),
  delete: (ctx: Ctx, { language }: LanguageInput) => deleteLanguage.run(ctx, { language }),
  on: (ctx: Ctx, { language }: LanguageInput) => switchLanguage.run(ctx, { language, on: 1 }),
  off: (ctx: Ctx, { language }: LanguageInput) => switchLanguage.run(ctx, { language, on: 0 }),
}

/** The languages of the product, and those that staff have added. */
export default page({
  address: '/manage/settings/languages',
  title: messages.title,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  async load({ ctx }): Promise<PageData> {
    const { languages, progress } = await fetchTranslations.run(ctx, { pageSize: 1 })
    return { languages, progress }
  },
  async submit({ ctx, form: { values } }) {
    const { action = '', language = '', name = '' } = values
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : actions.add
    const { message = '' } = await act(ctx, { language, name })
    return redirect(path, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Languages {...data} form={form} />,
})

function Languages({ languages, progress, form }: PageData & { form: FormState }) {
  const t = useTexts(messages)
  return (
    <div className="grid max-w-4xl gap-4">
      <PageTitle lead={`${t('lead')} ${t('rule')}`}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Table label={t('title')} stacked>
        <thead>
          <tr>
            <TableHead>{t('language')}</TableHead>
            <TableHead>{t('code')}</TableHead>
            <TableHead>{t('translated')}</TableHead>
            <TableHead>{t('visitors')}</TableHead>
            <TableHead>{t('translate')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {languages.map((language) => (
            <Row
              key={language.language}
              language={language}
              progress={progress.find((counts) => counts.language === language.language)}
            />
          ))}
        </tbody>
      </Table>
      <Panel title={t('add')}>
        <form method="post" className="grid gap-4 sm:grid-cols-2">
          <input type="hidden" name="action" value="add" />
          <TextField {...field(form, 'language')} label={t('code')} hint={t('codeHint')} maxLength={10} required />
          <TextField {...field(form, 'name')} label={t('name')} hint={t('nameHint')} maxLength={100} />
          <div className="sm:col-span-2">
            <BusySubmit label={t('save')} busyLabel={t('saving')} />
          </div>
        </form>
      </Panel>
    </div>
  )
}

function Row({
  language: { language, name, ...rest },
  progress,
}: {
  language: SystemLanguage
  progress?: LanguageProgress
}) {
  const t = useTexts(messages)
  const isBuiltIn = locales.some((locale) => locale === language)
  const on = rest.lk_system_language_status_id === languageStatus.On
  return (
    <tr>
      <TableCell label={t('language')} className="font-semibold">
        {name}
      </TableCell>
      <TableCell label={t('code')}>{language}</TableCell>
      <TableCell label={t('translated')} className="figures">
        {progress && t('of', { approved: progress.approved, total: progress.total })}
      </TableCell>
      <TableCell label={t('visitors')}>{t(isBuiltIn ? 'own' : on ? 'on' : 'off')}</TableCell>
      <TableCell label={t('translate')}>
        <div className="flex flex-wrap items-center gap-4">
          <TextLink href={pathTo('/manage/settings/translations', { query: { language } })} alone>
            {t('translate')}
            <span className="sr-only"> {name}</span>
          </TextLink>
          {!isBuiltIn && (
            <form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="language" value={language} />
              <ActionButton action={on ? 'off' : 'on'} label={t(on ? 'switchOff' : 'switchOn')} languageName={name} />
              <ActionButton action="delete" label={t('delete')} languageName={name} />
            </form>
          )}
        </div>
      </TableCell>
    </tr>
  )
}

const ActionButton = ({
  action,
  label,
  languageName,
}: {
  action: keyof typeof actions
  label: string
  languageName: string
}) => (
  <Button type="submit" name="action" value={action} variant="outline" size="sm">
    {label}
    <span className="sr-only"> {languageName}</span>
  </Button>
)
