import { Link } from 'react-router'
import { Button } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'

/** CaseLink leads from an order to where a contradiction about it is settled. */
export function CaseLink({ id }: { id: string }) {
  return (
    <Link to={paths.case(id)}>
      <Button>{text.case.link}</Button>
    </Link>
  )
}
