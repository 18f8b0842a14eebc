import { lk_user_role } from '#modules/identity/lookups.shared.ts'
import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import ChoiceField from '#modules/support/chat/choice-field.island.tsx'
import LiveThread from '#modules/support/chat/thread.island.tsx'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import type { Thread } from '#modules/support/messages/fetch-history.ts'
import { reporterTypes } from '#modules/support/tickets/reporter-types.shared.ts'
import { localeOf } from '#platform/languages.ts'
import { label, options } from '#platform/lookups.ts'
import { wordsIn } from '#platform/own-words.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { cn } from '#platform/ui/cn.ts'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { Beside, type BesideData } from './beside.tsx'
import { type ListQuery, TicketList, type TicketPage } from './ticket-list.tsx'

type Props = {
  thread: Thread
  /** False for the first ticket of a list, which opens without the reader's choice. */
  opened: boolean
  list: TicketPage
  courses: readonly Option[]
  query: ListQuery
  staff: boolean
  callerId: number
  now: Date
  /** Identifies the next message, so that a form sent twice writes one. */
  client_id: string
  name: string | null
  canWrite: boolean
  beside: BesideData | null
  form: FormState
}

const resolved = 3

/** The thread, the list beside it on a wide screen, and context for staff. */
export function ThreadPage(props: Props) {
  const { thread, opened, list, courses, query, staff, callerId, now, client_id, name, canWrite, beside, form } = props
  const t = useTexts(chatTexts)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(16rem,22rem)_1fr]">
      {!opened && (
        <div className="lg:hidden">
          <PageTitle>{t('center')}</PageTitle>
        </div>
      )}
      <TicketList
        list={list}
        query={query}
        staff={staff}
        callerId={callerId}
        now={now}
        courses={courses}
        current={thread.chat_thread_id}
        // On a phone a reader who chose no ticket sees the list.
        className={cn('lg:relative lg:max-h-[85dvh] lg:overflow-y-auto', opened && 'max-lg:hidden')}
      />
      <div className={cn('grid min-w-0 grid-cols-1 content-start gap-4', !opened && 'max-lg:hidden')}>
        <p className="lg:hidden">
          <TextLink href={pathTo('/support', { query: { view: 'list' } })} alone>
            {t('back')}
          </TextLink>
        </p>
        <Header {...props} />
        <FormAlert message={form.message} />
        <div className={beside ? 'grid grid-cols-1 gap-4 xl:grid-cols-[1fr_20rem]' : 'grid gap-4'}>
          <div className="grid min-w-0 content-start gap-4">
            <LiveThread
              key={thread.chat_thread_id}
              first={thread}
              opened={opened}
              staff={name}
              canWrite={canWrite}
              replies={repliesFor(thread, beside)}
              typed={{ text: form.values.message ?? '', client_id: form.values.client_id ?? client_id }}
            />
            {thread.side === 'reporter' && thread.lk_issue_status_id === resolved && canWrite && (
              <Rating thread={thread} />
            )}
            {thread.side === 'staff' && thread.rating !== null && <Rated thread={thread} rating={thread.rating} />}
            {canWrite && <Transcript />}
          </div>
          {beside && <Beside thread={thread.chat_thread_id} beside={beside} form={form} />}
        </div>
      </div>
    </div>
  )
}

/** Saved replies in the ticket's language, with their placeholders. */
function repliesFor(thread: Thread, sidebar: BesideData | null) {
  const fillReply = (text: string) =>
    text
      .replaceAll('{first_name}', thread.first_name)
      .replaceAll('{course}', sidebar?.context.courses[0]?.course_name ?? '')
  return (sidebar?.replies ?? []).map(({ title, english, spanish, more }) => ({
    title,
    text: fillReply(wordsIn({ ...more, 'en-us': english, 'es-es': spanish }, localeOf(thread.lk_language_id))),
  }))
}

const courseContent = 6

function Header({ thread, beside, callerId }: Props) {
  const t = useTexts(chatTexts)
  const showDate = useShowDate()
  const locale = useLocale()
  const staff = thread.side === 'staff'
  const role =
    thread.lk_user_role_id !== null
      ? label(lk_user_role, thread.lk_user_role_id, locale)
      : t(thread.visitor_email ? 'visitor' : 'organization')
  const category =
    thread.lk_issue_category_id === courseContent
      ? `${thread.category_name}: ${thread.issue_name}`
      : thread.category_name
  return (
    <div>
      <PageTitle lead={`${role ?? ''} · ${t('created', { date: showDate(thread.created_at) })}`}>
        {staff ? thread.name : thread.issue_name || t('awaiting')}
      </PageTitle>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted-foreground">
        <span className="figures">{t('ticketId', { id: thread.issue_id })}</span>
        <span>{category}</span>
        <span>
          {thread.assigned_entity_name ? t('assignee', { name: thread.assigned_entity_name }) : t('unassigned')}
        </span>
        {thread.visitor_email && <span>{thread.visitor_email}</span>}
        {thread.former_thread_id !== null && (
          <TextLink href={pathTo('/support/:id', { id: thread.former_thread_id })}>#{thread.former_thread_id}</TextLink>
        )}
        <TextLink href={pathTo('/support/:id', { id: thread.chat_thread_id })}>{t('refresh')}</TextLink>
      </div>
      {beside && <Actions thread={thread} beside={beside} callerId={callerId} />}
    </div>
  )
}

type ActionsProps = { thread: Thread; beside: BesideData; callerId: number }

/** Status and assignment, as forms. */
function Actions({ thread, beside, callerId }: ActionsProps) {
  const t = useTexts(chatTexts)
  const locale = useLocale()
  const others = options(lk_issue_status, locale).filter(({ value }) => value !== thread.lk_issue_status_id)
  const people = beside.assignees.map(({ user_id, first_name, last_name, email, lk_user_role_id, code }) => ({
    value: user_id,
    label: `${[`${first_name} ${last_name}`.trim(), email].filter(Boolean).join(', ')} (${label(lk_user_role, lk_user_role_id, locale)}, ${code})`,
  }))
  const choices = [...people, { value: 0, label: t('unassigned') }]
  const { user_id } = beside.context
  return (
    <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-3">
      <form method="post" data-swap-form="" className="flex items-end gap-2">
        <input type="hidden" name="action" value="status" />
        <SelectField label={t('status')} name="status" options={others} placeholder required className="max-w-44" />
        <Button type="submit" variant="outline">
          {t('setStatus')}
        </Button>
      </form>
      {people.length > 0 && (
        <form method="post" data-swap-form="" className="flex max-w-full items-end gap-2">
          <input type="hidden" name="action" value="assign" />
          <ChoiceField
            key={`${thread.chat_thread_id}.${thread.assigned_entity_id}`}
            label={t('reassign')}
            className="w-72 min-w-0"
            name="assigned_entity_id"
            chosen={choices.find(({ value }) => value === (thread.assigned_entity_id || callerId))}
            options={choices}
          />
          <Button type="submit" variant="outline">
            {t('assign')}
          </Button>
        </form>
      )}
      {people.some(({ value }) => value === callerId) && thread.assigned_entity_id !== callerId && (
        <form method="post" data-swap-form="">
          <input type="hidden" name="action" value="assign" />
          <input type="hidden" name="assigned_entity_id" value={callerId} />
          <Button type="submit" variant="outline">
            {t('assignToMe')}
          </Button>
        </form>
      )}
      {user_id !== null && beside.context.can.profile && (
        <LinkButton href={pathTo('/manage/student/:id/account', { id: user_id })} variant="link">
          {t('profile')}
        </LinkButton>
      )}
      {user_id !== null && beside.context.can.viewAs && thread.lk_reporter_entity_type_id === reporterTypes.person && (
        <LinkButton href={pathTo('/manage/view-as/:user_id', { user_id })} variant="link">
          {t('viewAs')}
        </LinkButton>
      )}
    </div>
  )
}

/** The reporter's rating, for staff. */
function Rated({ thread: { rating_comment }, rating }: { thread: Thread; rating: number }) {
  const t = useTexts(chatTexts)
  return (
    <Panel title={t('ratingOfReporter')}>
      <p className="font-semibold">{t('stars', { n: rating })}</p>
      <p className={rating_comment ? 'mt-1 break-words whitespace-pre-wrap' : 'mt-1 text-muted-foreground'}>
        {rating_comment ?? t('noRatingComment')}
      </p>
    </Panel>
  )
}

function Transcript() {
  const t = useTexts(chatTexts)
  return (
    <form method="post" data-swap-form="">
      <input type="hidden" name="action" value="transcript" />
      <input type="hidden" name="request_id" value={crypto.randomUUID()} />
      <Button type="submit" variant="link" size="sm" className="-ml-3">
        {t('transcript')}
      </Button>
    </form>
  )
}

const stars = [5, 4, 3, 2, 1]

function Rating({ thread }: { thread: Thread }) {
  const t = useTexts(chatTexts)
  return (
    <Panel title={t('rate')}>
      {thread.rating !== null && <p className="mb-3">{t('rated', { n: thread.rating })}</p>}
      <form method="post" data-swap-form="" className="grid gap-3">
        <input type="hidden" name="action" value="rate" />
        <SelectField
          label={t('rating')}
          name="stars"
          defaultValue={thread.rating ?? 5}
          options={stars.map((n) => ({ value: n, label: t('stars', { n }) }))}
        />
        <TextareaField
          label={t('ratingComment')}
          name="comment"
          rows={2}
          maxLength={1_000}
          defaultValue={thread.rating_comment ?? ''}
          optional
        />
        <Button type="submit" variant="outline" className="justify-self-start">
          {t('sendRating')}
        </Button>
      </form>
    </Panel>
  )
}
