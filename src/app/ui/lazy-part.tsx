import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface BoundaryProps {
  /** A failed load may work now. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: 'shown' | 'read' | null;
}

/** A disk that does not answer a part takes no record either: nothing is promised. */
const words = {
  shown:
    'Esta parte no se pudo mostrar. Lo demás sigue andando: podés registrar, y lo que guardaste está en este celular.',
  read: 'Esta parte no se pudo leer: puede que no quede lugar en este celular. Lo que guardaste sigue en él.',
} as const;

/** An error boundary around a part: the rest of the screen goes on. */
class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(thrown: unknown): BoundaryState {
    return { failure: thrown instanceof Error && thrown.name === 'StorageFailure' ? 'read' : 'shown' };
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <Notice tone="warn" role="alert" action={<Button onClick={this.retry}>Reintentar</Button>}>
        {words[failure]}
      </Notice>
    );
  }
}

/** A lazy component in its own error boundary. `Suspense` is the caller's. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const begin = () => lazy(async () => ({ default: await load() }) as { default: ComponentType<object> });
  let part = begin();
  const Part: FunctionComponent<P> = (props) => {
    const [, tryAgain] = useState(0);
    const retry = (): void => {
      // React keeps a failed `lazy` for ever: make a new one.
      part = begin();
      tryAgain((tries) => tries + 1);
    };
    return <PartBoundary onRetry={retry}>{createElement(part, props)}</PartBoundary>;
  };
  return Part;
}
