/** A GET form drops the query of its address, so carried parameters become hidden fields. */
export function CarriedFields({ carried }: { carried: string }) {
  return [...new URLSearchParams(carried)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
