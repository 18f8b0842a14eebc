/** Address parameters as the input of a call: a repeated name becomes an array. */
export const inputOf = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
