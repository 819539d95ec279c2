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
  readonly hasFailed: boolean;
}

/** An error boundary around a part: the rest of the screen goes on. */
class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice tone="warn" role="alert" action={<Button onClick={this.retry}>Reintentar</Button>}>
        Esta parte no se pudo mostrar. Lo demás sigue andando: podés registrar, y lo que guardaste está en este celular.
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
