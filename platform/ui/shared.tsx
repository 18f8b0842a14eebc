import { createStore, type PrimitiveAtom, Provider } from 'jotai'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { type Shares, stateChanged } from './island.tsx'

type Store = ReturnType<typeof createStore>
/** An atom and the value that the server rendered it with. */
type First = { atom: object; put: (store: Store) => void }

export const first = <T,>(atom: PrimitiveAtom<T>, value: T): First => ({
  atom,
  put: (store) => store.set(atom, value),
})

/**
 * Lets an island share atoms with all others of its page. `firstValues` takes them from the props, so that the server
 * and the browser draw the same: `island('support/chat-bubble', { when, shares: shared(({ unread }) =>
 * [first(unreadTickets, unread)]) }, …)`. Only islands that use this load jotai.
 */
export const shared =
  <P extends object>(firstValues: (props: P) => readonly First[] = () => []): Shares<P> =>
  (children, props) => <PageState firstValues={() => firstValues(props)}>{children}</PageState>

function PageState({ firstValues, children }: { firstValues: () => readonly First[]; children: ReactNode }) {
  const [{ store, adopt }] = useState(() => lateStore(firstValues()))
  useLayoutEffect(adopt, [adopt])
  return <Provider store={store}>{children}</Provider>
}

/**
 * The store as one island sees it. The island may become live after another one has changed the store: it reads the
 * values of the server until its first commit, and catches up in that commit's effects. Writes and subscriptions always
 * go to the store of the page, so the server, which runs no effects, never touches it.
 */
function lateStore(firstValues: readonly First[]): { store: Store; adopt: () => void } {
  const initial = createStore()
  for (const { put } of firstValues) put(initial)
  let adopted = false
  const pageStore = () => {
    setFirstValues(firstValues)
    return page
  }
  const store: Store = {
    ...initial,
    get: (atom) => (adopted ? page : initial).get(atom),
    set: (atom, ...args) => {
      setFirstValues(firstValues)
      initialized.add(atom)
      const result = page.set(atom, ...args)
      stateChanged()
      return result
    },
    sub: (atom, listener) => pageStore().sub(atom, listener),
  }
  const adopt = () => {
    pageStore()
    adopted = true
  }
  return { store, adopt }
}

// One document, one store. When a part of the page is replaced, the owner of an atom clears it when it is unmounted.
let page = createStore()
let initialized = new WeakSet<object>()

/**
 * The first value of an atom is given once, and before any change: an island that becomes live later undoes nothing.
 */
function setFirstValues(firstValues: readonly First[]): void {
  for (const { atom, put } of firstValues) {
    if (initialized.has(atom)) continue
    initialized.add(atom)
    put(page)
  }
}

/** Begins another page, for tests. */
export function forgetPage(): void {
  page = createStore()
  initialized = new WeakSet()
}
