import { fetchSavedReplies, removeReply, type SavedReply, saveReply } from '#modules/support/replies/saved-replies.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { AddedWords, wordsUnder } from './added-words.tsx'

const path = pathTo('/manage/settings/saved-replies')

const messages = texts({
  title: ['Saved replies', 'Respuestas guardadas'],
  lead: [
    'Staff can insert these replies into support tickets. Each student gets the reply in their own language.',
    'El personal puede insertar estas respuestas en las solicitudes de soporte. Cada estudiante las recibe en su idioma.',
  ],
  none: ['Your saved replies will appear here.', 'Aquí aparecerán sus respuestas guardadas.'],
  add: ['Add a saved reply', 'Agregar una respuesta guardada'],
  change: ['Edit “{title}”', 'Editar “{title}”'],
  name: ['Title', 'Título'],
  english: ['Reply in English', 'Respuesta en inglés'],
  spanish: ['Reply in Spanish', 'Respuesta en español'],
  added: ['Reply: {language}', 'Respuesta: {language}'],
  addedHint: ['Leave empty to use the English reply.', 'Déjelo vacío para usar la respuesta en inglés.'],
  variables: [
    "{first_name} and {course} are replaced with the student's first name and course.",
    '{first_name} y {course} se reemplazan por el nombre y el curso del estudiante.',
  ],
  save: ['Save', 'Guardar'],
  saving: ['Saving…', 'Guardando…'],
  edit: ['Edit', 'Editar'],
  remove: ['Remove', 'Quitar'],
  removeAsk: [
    "Your team can no longer insert this reply. You can't undo this.",
    'Su equipo ya no podrá insertar esta respuesta. Esto no se puede deshacer.',
  ],
  cancel: ['Cancel', 'Cancelar'],
})

type PageData = { replies: readonly SavedReply[]; chosen: SavedReply | null }

/** The replies that staff can insert into a ticket. */
export default page({
  address: '/manage/settings/saved-replies',
  title: messages.title,
  may: ofVisited(staff('MANAGE_SUPPORT:UPDATE')),
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<PageData> {
    const { data: replies } = await fetchSavedReplies.run(ctx, {})
    return { replies, chosen: replies.find(({ saved_reply_id }) => saved_reply_id === Number(query.reply)) ?? null }
  },
  async submit({ ctx, form: { values } }) {
    const { action, saved_reply_id, title = '', english = '', spanish = '' } = values
    const replyId = Number(saved_reply_id)
    const { message = '' } =
      action === 'remove'
        ? await removeReply.run(ctx, { saved_reply_id: replyId })
        : await saveReply.run(ctx, {
            saved_reply_id: replyId || null,
            title,
            english,
            spanish,
            more: wordsUnder(values, 'more'),
          })
    return redirect(path, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <SavedReplies {...data} form={form} />,
})

function SavedReplies({ replies, chosen, form }: PageData & { form: FormState }) {
  const t = useTexts(messages)
  return (
    <div className="grid max-w-2xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Panel title={chosen ? t('change', { title: chosen.title }) : t('add')}>
        <form key={chosen?.saved_reply_id ?? 0} method="post" className="grid gap-4">
          <input type="hidden" name="action" value="save" />
          <input type="hidden" name="saved_reply_id" value={chosen?.saved_reply_id ?? ''} />
          <TextField {...field(form, 'title', chosen?.title)} label={t('name')} maxLength={100} required />
          <p className="text-sm text-muted-foreground">
            {t('variables', { first_name: '{first_name}', course: '{course}' })}
          </p>
          <TextareaField
            {...field(form, 'english', chosen?.english)}
            label={t('english')}
            rows={4}
            maxLength={4_000}
            required
          />
          <TextareaField
            {...field(form, 'spanish', chosen?.spanish)}
            label={t('spanish')}
            rows={4}
            maxLength={4_000}
            required
          />
          <AddedWords
            form={form}
            name="more"
            words={chosen?.more}
            label={(language) => t('added', { language })}
            hint={t('addedHint')}
            rows={4}
            maxLength={4_000}
          />
          <div className="flex flex-wrap items-center gap-4">
            <BusySubmit label={t('save')} busyLabel={t('saving')} />
            {chosen && <TextLink href={path}>{t('cancel')}</TextLink>}
          </div>
        </form>
      </Panel>
      {replies.length === 0 && <p className="text-muted-foreground">{t('none')}</p>}
      <ul className="grid gap-3">
        {replies.map((reply) => (
          <Reply key={reply.saved_reply_id} reply={reply} />
        ))}
      </ul>
    </div>
  )
}

function Reply({ reply: { saved_reply_id, title, english, spanish, more } }: { reply: SavedReply }) {
  const t = useTexts(messages)
  return (
    <li className="grid gap-2 rounded-lg border bg-card p-4">
      <h2 className="font-semibold break-words">{title}</h2>
      <p className="break-words whitespace-pre-wrap">{english}</p>
      <p lang="es" className="break-words whitespace-pre-wrap text-muted-foreground">
        {spanish}
      </p>
      {Object.entries(more).map(([language, text]) => (
        <p key={language} lang={language} dir="auto" className="break-words whitespace-pre-wrap text-muted-foreground">
          {text}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-4">
        <TextLink href={pathTo('/manage/settings/saved-replies', { query: { reply: saved_reply_id } })} alone>
          {t('edit')}
          <span className="sr-only"> {title}</span>
        </TextLink>
        <form method="post">
          <input type="hidden" name="action" value="remove" />
          <input type="hidden" name="saved_reply_id" value={saved_reply_id} />
          <ConfirmSubmit
            size="sm"
            label={t('remove')}
            title={`${t('remove')}: ${title}`}
            aria-label={`${t('remove')}: ${title}`}
          >
            {t('removeAsk')}
          </ConfirmSubmit>
        </form>
      </div>
    </li>
  )
}
