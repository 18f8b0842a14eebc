import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { openRecentMap } from '../recent-map.ts'

/** Addresses come from strangers: neither many nor long ones may fill the memory. */
const limits = { most: 500, longest: 100 }

/**
 * The router that the product's addresses need (a fixed part and a parameter in the same place), which remembers what it
 * found: finding a call among all routes and middleware costs as much as reading its session's cookie.
 */
export function rememberingRouter<T>(): Router<T> {
  const trie = new TrieRouter<T>()
  const found = openRecentMap<string, Result<T>>(limits.most)
  const search = (key: string, method: string, path: string) => {
    const result = trie.match(method, path)
    if (key.length <= limits.longest) found.set(key, result)
    return result
  }
  return {
    name: 'RememberingRouter',
    add(method, path, handler) {
      found.clear()
      trie.add(method, path, handler)
    },
    match(method, path) {
      const key = `${method} ${path}`
      return found.get(key) ?? search(key, method, path)
    },
  }
}
