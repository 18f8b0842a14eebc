/** The words of a list's address as the input of its calls: a name with several values is a list of them. */
export const inputOf = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
