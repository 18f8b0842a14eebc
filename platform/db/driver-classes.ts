const known = new WeakSet<object>()

/**
 * Makes the class of one of the driver's objects cheap. V8 keeps a class with a static member under a computed name
 * (`[Symbol.species]`) as a dictionary, makes each instance of it the long way, and lets the instance keep those before
 * it alive until all of the memory is searched: a sixth of what a query costs, and much of what busy helper threads do.
 * A class that something inherits from is no dictionary any more once it has been asked for something through its heir.
 */
export function quicken(made: object): void {
  if (known.has(made.constructor)) return
  known.add(made.constructor)
  const heir: { name?: unknown } = Object.create(made.constructor)
  if (heir.name === undefined) throw new TypeError('a class has a name')
}
