import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import { canWorkOnTickets } from '#modules/support/entry.ts'
import { listTicketCourses, readQuery, searchTicket } from '#modules/support/tickets/search-ticket.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { SupportLayout, supportFrame } from './support-layout.tsx'
import { filtersOf, TicketList } from './ticket-list.tsx'

/** The support center. Staff are sent to the list's first ticket unless they ask for the list. */
export default page({
  address: '/support',
  title: chatTexts.center,
  may: signedIn,
  layout: SupportLayout,
  swap: supportFrame,
  async load({ ctx, query }) {
    const list = await searchTicket.run(ctx, readQuery({ ...filtersOf(query), page: query.page }))
    const staff = canWorkOnTickets(ctx)
    const first = list.data[0]
    if (staff && first && query.view !== 'list') {
      return redirect(
        pathTo('/support/:id', { id: first.chat_thread_id }, { query: { ...filtersOf(query), from: 'list' } }),
      )
    }
    return {
      list,
      staff,
      courses: await listTicketCourses(ctx),
      callerId: userOf(ctx).user_id,
      now: ctx.now,
      query: { ...filtersOf(query), page: query.page },
    }
  },
  view: (data) => <Center {...data} />,
})

function Center(props: Parameters<typeof TicketList>[0]) {
  const t = useTexts(chatTexts)
  return (
    <div className="mx-auto max-w-3xl">
      <PageTitle>{t('center')}</PageTitle>
      <TicketList {...props} />
    </div>
  )
}
