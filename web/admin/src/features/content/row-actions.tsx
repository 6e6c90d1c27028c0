import { useState } from 'react'
import { Button, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.content

interface RowActionsProps {
  /** Of the list; what is saved goes there, what is removed below it. */
  path: string
  id: string
  name: string
  published: boolean
  /** The row as it is saved again, but for whether it is published. */
  body: object
  removeTitle: string
  removeExplain?: string
  onEdit: () => void
}

/** RowActions change, publish, unpublish or remove one content. */
export function RowActions(props: RowActionsProps) {
  const [asked, setAsked] = useState<'publish' | 'remove'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Space size={4}>
        <Button size="small" onClick={props.onEdit} aria-label={`${words.edit} ${props.name}`}>
          {words.edit}
        </Button>
        <Button size="small" onClick={() => setAsked('publish')}>
          {props.published ? words.unpublish : words.publish}
        </Button>
        <Button size="small" danger onClick={() => setAsked('remove')} aria-label={`${words.remove} ${props.name}`}>
          {words.remove}
        </Button>
      </Space>
      {asked === 'publish' && <PublishDialog {...props} onClose={close} />}
      {asked === 'remove' && <RemoveDialog {...props} onClose={close} />}
    </>
  )
}

function PublishDialog({ path, id, name, published, body, onClose }: RowActionsProps & { onClose: () => void }) {
  const { run, running } = useAction(published ? words.unpublishDone : words.publishDone)
  return (
    <ActionDialog<object>
      title={published ? words.unpublishTitle(name) : words.publishTitle(name)}
      okText={published ? words.unpublish : words.publish}
      danger={published}
      reason="none"
      running={running}
      onSend={() => run(path, { ...body, id, published: !published })}
      onClose={onClose}
    >
      <p>{published ? words.unpublishExplain : words.publishExplain}</p>
    </ActionDialog>
  )
}

function RemoveDialog({ path, id, removeTitle, removeExplain, onClose }: RowActionsProps & { onClose: () => void }) {
  const { run, running } = useAction(words.removeDone)
  return (
    <ActionDialog<{ reason: string }>
      title={removeTitle}
      okText={words.remove}
      danger
      running={running}
      quickReasons={words.quickRemove}
      onSend={({ reason }) => run(`${path}/${id}/remove`, { reason })}
      onClose={onClose}
    >
      <p>
        {words.removeExplain}
        {removeExplain}
      </p>
    </ActionDialog>
  )
}
