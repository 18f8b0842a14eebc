/** A course's age limit: 'Above' 18 accepts people who are 18 and older, 'Below' 18 people who are younger. */
export type AgeRule = { aboveOrBelowAge: 'Above' | 'Below'; age: number }

/** Full years between two days, each 'YYYY-MM-DD'. */
export function ageOn(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

export const meetsAge = ({ aboveOrBelowAge, age }: AgeRule, years: number): boolean =>
  aboveOrBelowAge === 'Above' ? years >= age : years < age

/** Whether no age satisfies both. */
const exclude = (ageRule: AgeRule, other: AgeRule): boolean =>
  ageRule.aboveOrBelowAge === 'Above' && other.aboveOrBelowAge === 'Below' && ageRule.age >= other.age

/** Whether these rules together exclude everyone. */
export const excludeEveryAge = (rules: readonly AgeRule[]): boolean =>
  rules.some((rule) => rules.some((other) => exclude(rule, other)))
