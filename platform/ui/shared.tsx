import { createStore, type PrimitiveAtom, Provider } from 'jotai'
import type { ReactNode } from 'react'
import type { Shares, State } from './island.tsx'

type Store = ReturnType<typeof createStore>
type Atoms = Readonly<Record<string, PrimitiveAtom<never>>>

/**
 * Lets the islands of one page share atoms: `island('checkout/mini-cart', { when, shares: shared({ cart_count }) }, …)`.
 * A page gives the first values by name in `state(data)`. Only islands that use this load jotai.
 */
export function shared<const A extends object>(atoms: A & { [K in keyof A]: PrimitiveAtom<never> | A[K] }): Shares {
  const named = atoms as Atoms
  let live: Store | undefined
  return {
    serve(children, state, stores) {
      const store = (stores.get(named) as Store | undefined) ?? storeOf(named, state)
      stores.set(named, store)
      return <Provider store={store}>{children}</Provider>
    },
    join(children, state) {
      live ??= storeOf(named, state)
      return lateStore(children, storeOf(named, state), live)
    },
  }
}

/**
 * An island may hydrate after another one has changed the store: it reads the server's values until its first commit,
 * and catches up in that commit's effects. Writes and subscriptions are live immediately.
 */
function lateStore(children: ReactNode, initial: Store, live: Store): { tree: ReactNode; adopt: () => void } {
  let from = initial
  const store: Store = { ...live, get: (atom) => from.get(atom) }
  const adopt = () => {
    from = live
  }
  return { tree: <Provider store={store}>{children}</Provider>, adopt }
}

function storeOf(atoms: Atoms, state: State): Store {
  const store = createStore()
  for (const [name, value] of Object.entries(state)) {
    const atom = atoms[name]
    // The value is that of the atom with the same name.
    if (atom) store.set(atom, value as never)
  }
  return store
}
