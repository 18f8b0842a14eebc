import type { fetchTranslations, TranslationRow } from '#modules/backoffice/translations/fetch-translations.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import TranslationField from './translation-field.island.tsx'
import { translationPageTexts } from './translations.texts.ts'

type Stored = { msgstr: string } | null
type Event = { text_change_id: number; changed_at: string; language: string; before: Stored; after: Stored }
export type ChosenText = { text: TranslationRow; revision: number; history: readonly Event[] }

type Props = {
  languages: Awaited<ReturnType<typeof fetchTranslations.run>>['languages']
  chosen: ChosenText
  form: FormState
  /** The list's address without this text. */
  close: string
}

/** One text in all languages, with its history and actions. */
export function TranslationEditor({ languages, chosen, form, close }: Props) {
  const { text, revision, history } = chosen
  const t = useTexts(translationPageTexts)
  const isUsed = text.places.length > 0
  const hidden = (action: string) => (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="key" value={text.key} />
      <input type="hidden" name="revision" value={revision} />
    </>
  )
  return (
    <Panel
      title={t('editTitle')}
      actions={
        <TextLink href={close} alone>
          {t('close')}
        </TextLink>
      }
    >
      <Facts
        facts={[
          [t('key'), text.key],
          [t('original'), text.english],
          [t('places'), <Places key="places" text={text} />],
        ]}
      />
      {isUsed && (
        <form method="post" className="mt-4 grid gap-4">
          {hidden('save')}
          <p className="text-sm text-muted-foreground">{t('wordsHint', { name: '{name}' })}</p>
          {languages.map(({ language, name }) => (
            <div key={language} className="grid gap-1">
              <TranslationField
                name={`words.${language}`}
                label={name}
                language={language}
                english={text.english}
                initial={form.values[`words.${language}`] ?? text.msgstr[language] ?? ''}
                error={faultOf(form, language)}
              />
              {text.was[language] !== undefined && <Was language={language} text={text} />}
              <Checkbox
                name={`review.${language}`}
                value="1"
                defaultChecked={text.states[language] === 'review'}
                label={t('needsReview')}
              />
            </div>
          ))}
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
        </form>
      )}
      {!isUsed && (
        <form method="post" className="mt-4 flex flex-wrap items-end gap-3">
          {hidden('move')}
          <TextField name="newkey" label={t('moveTo')} maxLength={200} required />
          <Button type="submit" variant="outline">
            {t('move')}
          </Button>
        </form>
      )}
      <form method="post" className="mt-3">
        {hidden('restore')}
        <Button type="submit" variant="outline" size="sm">
          {t('restore')}
        </Button>
      </form>
      <History history={history} />
    </Panel>
  )
}

/** The original text of an outdated translation, beside the current one. */
function Was({ text, language }: { text: TranslationRow; language: string }) {
  const t = useTexts(translationPageTexts)
  return (
    <div className="grid gap-1 rounded-lg bg-red-soft px-3 py-2 text-sm text-red-ink">
      <p className="font-semibold">{t('outdated')}</p>
      <p lang="en">{t('englishWas', { text: text.was[language] ?? '' })}</p>
      <p lang="en">{t('englishIs', { text: text.english })}</p>
      <p>{t('stillFits')}</p>
    </div>
  )
}

const maxPages = 8

/** The pages that show a text, and the files that contain it. */
function Places({ text: { pages, places } }: { text: TranslationRow }) {
  const t = useTexts(translationPageTexts)
  if (places.length === 0) return t('unused')
  const addresses = pages.slice(0, maxPages)
  return (
    <div className="grid gap-1">
      {pages.length === 0 && <p>{t(places.some((place) => /\.mail\.tsx:/.test(place)) ? 'inEmails' : 'noPage')}</p>}
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {addresses.map((address) => (
          <li key={address} className="break-all">
            {address.includes(':') ? withoutPatterns(address) : <TextLink href={address}>{address}</TextLink>}
          </li>
        ))}
      </ul>
      {pages.length > addresses.length && <p>{t('morePages', { count: pages.length - addresses.length })}</p>}
      <p className="text-sm break-all text-muted-foreground">{places.join(', ')}</p>
    </div>
  )
}

/** `/course/:studentCourseId` of `/course/:studentCourseId{[0-9]+}`. */
const withoutPatterns = (address: string) => address.replaceAll(/\{(?:[^{}]|\{[^}]*\})*\}/g, '')

/** The entries of the call are the form's languages, in order. */
function faultOf({ errors, values }: FormState, language: string): string | undefined {
  const fieldError = Object.entries(errors).find(([path]) => path.endsWith(`msgstr.${language}`) || path === language)
  return values[`words.${language}`] === undefined ? undefined : fieldError?.[1]
}

function History({ history }: { history: readonly Event[] }) {
  const t = useTexts(translationPageTexts)
  const showInstant = useShowInstant()
  const words = (storedText: Stored) => storedText?.msgstr ?? t('ownWords')
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-semibold">{t('history')}</h3>
      {history.length === 0 && <p className="text-muted-foreground">{t('noHistory')}</p>}
      <ul className="grid gap-3">
        {history.map((event) => (
          <li key={`${event.text_change_id} ${event.language}`} className="border-t pt-2">
            <p className="figures text-sm text-muted-foreground">
              {showInstant(event.changed_at)} · {event.language}
            </p>
            <p className="break-words">{t('from', { text: words(event.before) })}</p>
            <p className="break-words">{t('to', { text: words(event.after) })}</p>
            <RevertForm text_change_id={event.text_change_id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function RevertForm({ text_change_id }: { text_change_id: number }) {
  const t = useTexts(translationPageTexts)
  return (
    <form method="post">
      <input type="hidden" name="action" value="revert" />
      <input type="hidden" name="text_change_id" value={text_change_id} />
      <Button type="submit" variant="link" size="sm">
        {t('revert')}
      </Button>
    </form>
  )
}
