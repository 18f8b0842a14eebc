type Fields = Record<string, unknown>

/**
 * Makes objects of these fields, each null at first. V8 keeps an object as a dictionary that was given more than a dozen
 * fields one by one under names that it does not know beforehand: slow to make, to read and to write as JSON, and what it
 * leads to lives on until all of the memory is searched. A copy of an object that was parsed has its fields from the start.
 */
export function blankOf(names: readonly string[]): () => Fields {
  const blank: Fields = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
  return () => ({ ...blank })
}
