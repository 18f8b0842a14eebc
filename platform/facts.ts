/** Something that has happened, in the past tense: `learning.course_completed`. Jobs react to facts. */
export type Fact<T extends object> = { readonly fact: string; readonly of?: T }

/** Declares a fact; its data is plain JSON, small, and names rows by id instead of copying them. */
export const defineFact = <T extends object>(name: `${string}.${string}`): Fact<T> => ({ fact: name })
