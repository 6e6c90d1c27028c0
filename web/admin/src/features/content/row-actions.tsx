import { useState } from 'react'
import type { Edition, Showing } from '../../api/wire'
import { Button, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { NewerContent, useEdited } from './edition'

const words = text.content

type Row = { id: string; createdAt?: number } & Pick<Showing, 'published' | 'state'> & Edition

interface RowActionsProps<T extends Row> {
  /** Of the list; what is saved goes there, what is removed below it. */
  path: string
  row: T
  /** The values of a content that the dialogs compare when another person changed it. */
  facts: (of: T) => [label: string, value: string][]
  name: string
  removeTitle: string
  removeExplain?: string
  onEdit: () => void
}

interface ActionsColumn<T extends Row> extends Pick<RowActionsProps<T>, 'path' | 'facts' | 'removeExplain'> {
  nameOf: (row: T) => string
  removeTitle: (name: string) => string
}

/** The column of a list's actions; none for who may not edit. */
export function actionsColumn<T extends Row>(
  onEdit: ((row: T) => void) | undefined,
  { path, facts, nameOf, removeTitle, removeExplain = '' }: ActionsColumn<T>,
) {
  if (!onEdit) return []
  return [
    {
      title: text.detail.actions,
      width: 190,
      fixed: 'right' as const,
      render: (_: unknown, row: T) => (
        <RowActions
          path={path}
          row={row}
          facts={facts}
          name={nameOf(row)}
          removeTitle={removeTitle(nameOf(row))}
          removeExplain={removeExplain}
          onEdit={() => onEdit(row)}
        />
      ),
    },
  ]
}

/** RowActions change, publish, unpublish or remove one content. */
function RowActions<T extends Row>(props: RowActionsProps<T>) {
  const [asked, setAsked] = useState<'publish' | 'remove'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Space size={4}>
        <Button size="small" onClick={props.onEdit} aria-label={`${words.edit} ${props.name}`}>
          {words.edit}
        </Button>
        <Button size="small" onClick={() => setAsked('publish')}>
          {props.row.published ? words.unpublish : words.publish}
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

/** PublishDialog sends the newest values it read: only who checked them sends against their version. */
function PublishDialog<T extends Row>({
  path,
  row,
  facts,
  name,
  onClose,
}: RowActionsProps<T> & { onClose: () => void }) {
  const edited = useEdited(path, row)
  const { published } = edited.opened ?? row
  const {
    state: _state,
    createdAt: _created,
    version: _version,
    changedAt: _at,
    changedBy: _by,
    ...body
  } = edited.now ?? row
  const { run, running } = useAction(published ? words.unpublishDone : words.publishDone)
  return (
    <ActionDialog<object>
      title={published ? words.unpublishTitle(name) : words.publishTitle(name)}
      okText={published ? words.unpublish : words.publish}
      danger={published}
      reason="none"
      running={running}
      onSend={() => run(path, { ...body, base: edited.base.version, published: !published })}
      onClose={onClose}
    >
      <NewerContent edited={edited} facts={facts} />
      <p>{published ? words.unpublishExplain : words.publishExplain}</p>
    </ActionDialog>
  )
}

function RemoveDialog<T extends Row>(props: RowActionsProps<T> & { onClose: () => void }) {
  const { path, row, facts, removeTitle, removeExplain, onClose } = props
  const { run, running } = useAction(words.removeDone)
  const edited = useEdited(path, row)
  return (
    <ActionDialog<{ reason: string }>
      title={removeTitle}
      okText={words.remove}
      danger
      running={running}
      quickReasons={words.quickRemove}
      onSend={({ reason }) => run(`${path}/${row.id}/remove`, { base: edited.base.version, reason })}
      onClose={onClose}
    >
      <NewerContent edited={edited} facts={facts} />
      <p>
        {words.removeExplain}
        {removeExplain}
      </p>
    </ActionDialog>
  )
}
